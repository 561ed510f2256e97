(function () {
  var PER_PAGE = 5;
  var ORDERS = { "": "our choice", up: "price, lowest first", down: "price, highest first" };
  var q = new URLSearchParams(location.search);
  var sort = ORDERS[q.get("sort")] ? q.get("sort") || "" : "";
  var rows = STOCK.slice();
  if (sort) rows.sort(function (a, b) { return sort === "up" ? a.pence - b.pence : b.pence - a.pence; });
  var pages = Math.ceil(rows.length / PER_PAGE);
  var page = Math.min(pages, Math.max(1, parseInt(q.get("page"), 10) || 1));
  var first = (page - 1) * PER_PAGE, shown = rows.slice(first, first + PER_PAGE);

  function url(s, n) {
    var u = new URLSearchParams();
    if (s) u.set("sort", s);
    if (n > 1) u.set("page", n);
    return "index.html" + (String(u) ? "?" + u : "");
  }
  var here = encodeURIComponent(url(sort, page).split("?")[1] || "");

  document.getElementById("range").textContent = "Products " + (first + 1) + " to " + (first + shown.length) + " of " + rows.length;
  document.getElementById("sorts").innerHTML = "Sort by: " + Object.keys(ORDERS).map(function (k) {
    return k === sort ? '<b aria-current="true">' + ORDERS[k] + "</b>" : '<a href="' + url(k, 1) + '">' + ORDERS[k] + "</a>";
  }).join(" ");

  var head = document.getElementById("price-head");
  head.innerHTML = '<a href="' + url(sort === "up" ? "down" : "up", 1) + '">Price</a>' + (sort ? (sort === "up" ? " ▲" : " ▼") : "");
  if (sort) head.setAttribute("aria-sort", sort === "up" ? "ascending" : "descending");

  document.querySelector("#stock tbody").innerHTML = shown.map(function (p) {
    return '<tr><th scope="row"><a href="product.html?sku=' + p.sku + "&amp;from=" + here + '">' + esc(p.name) + "</a><small>" + esc(p.pack) + "</small></th>" +
      '<td class="who">' + esc(p.maker) + "<small>" + esc(p.place) + ", " + p.miles + (p.miles === 1 ? " mile" : " miles") + "</small></td>" +
      '<td class="num">' + pounds(p.pence) + '</td><td class="avg" data-avg="' + p.sku + '">' + averageHtml(p) + "</td>" +
      '<td data-stars>' + starsHtml(p) + "</td><td>" + buyHtml(p) + "</td></tr>";
  }).join("");

  var bits = [page > 1 ? '<a rel="prev" href="' + url(sort, page - 1) + '">Previous</a>' : "<s aria-hidden=\"true\" style=\"text-decoration:none\">Previous</s>"];
  for (var n = 1; n <= pages; n++) bits.push(n === page ? '<b aria-current="page">' + n + "</b>" : '<a href="' + url(sort, n) + '" aria-label="Page ' + n + '">' + n + "</a>");
  bits.push(page < pages ? '<a rel="next" href="' + url(sort, page + 1) + '">Next</a>' : "<s aria-hidden=\"true\" style=\"text-decoration:none\">Next</s>");
  document.getElementById("pager").innerHTML = bits.join("");

  addEventListener("storage", till);
})();
