(function () {
  var q = new URLSearchParams(location.search), p = bySku(q.get("sku")), sheet = document.getElementById("sheet");
  var from = new URLSearchParams(q.get("from") || "");
  if (String(from)) document.getElementById("back").href = "index.html?" + from;
  addEventListener("storage", till);
  if (!p) { sheet.innerHTML = "<h1>No such product</h1><p>We have nothing under this address. Please pick something from the list.</p>"; return; }
  document.title = p.name + " – The Corner Crate";
  sheet.innerHTML = "<h1>" + esc(p.name) + '</h1><table class="facts">' +
    [["Price", "<b>" + pounds(p.pence) + "</b> for " + esc(p.pack)],
     ["Comes from", esc(p.maker) + ", " + esc(p.place) + " (" + p.miles + (p.miles === 1 ? " mile" : " miles") + " away)"],
     ["Good to know", esc(p.about)]].map(function (r) { return '<tr><th scope="row">' + r[0] + "</th><td>" + r[1] + "</td></tr>"; }).join("") +
    '<tr><th scope="row">Rated</th><td data-avg="' + p.sku + '">' + averageHtml(p) + '</td></tr><tr><th scope="row">Your stars</th><td data-stars>' + starsHtml(p) +
    '</td></tr><tr><th scope="row">Order</th><td>' + buyHtml(p) + "</td></tr></table>";
})();
