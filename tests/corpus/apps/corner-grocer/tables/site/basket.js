(function () {
  function $(id) { return document.getElementById(id); }
  var body = document.querySelector("#lines tbody");

  function figures() {
    var s = sums();
    basket().forEach(function (l) {
      var cell = body.querySelector('[data-sum="' + l.p.sku + '"]');
      if (cell) cell.textContent = pounds(l.qty * l.p.pence);
    });
    $("goods").textContent = pounds(s.goods);
    $("off-row").hidden = !s.code;
    $("off-name").textContent = s.code + ", " + s.pct + "% off";
    $("off").textContent = "−" + pounds(s.off);
    $("total").textContent = pounds(s.total);
    $("empty").hidden = s.items > 0;
    $("filled").hidden = !s.items;
    till();
  }
  function draw() {
    body.innerHTML = basket().map(function (l) {
      return '<tr><th scope="row"><a href="product.html?sku=' + l.p.sku + '">' + esc(l.p.name) + "</a><small>" + esc(l.p.pack) + '</small></th><td class="num">' + pounds(l.p.pence) +
        '</td><td><input type="number" min="1" max="' + MOST + '" value="' + l.qty + '" data-qty="' + l.p.sku + '" aria-label="Quantity of ' + esc(l.p.name) +
        '"></td><td class="num" data-sum="' + l.p.sku + '"></td><td><button type="button" data-out="' + l.p.sku + '" aria-label="Remove ' + esc(l.p.name) + '">Remove</button></td></tr>';
    }).join("");
    figures();
  }
  body.addEventListener("input", function (e) {
    var n = wholeQty(e.target);
    if (n) { say(""); setQty(e.target.dataset.qty, n); figures(); }
  });
  body.addEventListener("change", function (e) {
    if (wholeQty(e.target)) return;
    var old = basket().find(function (l) { return l.p.sku === e.target.dataset.qty; });
    if (old) e.target.value = old.qty;
    say("Quantities are whole numbers from 1 to " + MOST + ". Use Remove to take a product out.", true);
  });
  body.addEventListener("click", function (e) {
    var b = e.target.closest("[data-out]");
    if (!b) return;
    setQty(b.dataset.out, 0);
    say(bySku(b.dataset.out).name + " is out of the basket.");
    draw();
  });
  function voucherNote(text, bad) { $("voucher-note").textContent = text; $("voucher-note").className = bad ? "bad" : ""; }
  $("voucher").addEventListener("submit", function (e) {
    e.preventDefault();
    var code = $("code").value.trim().toUpperCase();
    if (!code) voucherNote("Please type a code first.", true);
    else if (!Object.prototype.hasOwnProperty.call(COUPONS, code)) voucherNote("We do not know the code “" + code + "”.", true);
    else if (kept("coupon") === code) voucherNote(code + " is already taken off your total.");
    else if (keep("coupon", code)) { $("code").value = ""; figures(); voucherNote(code + " accepted: " + COUPONS[code] + "% off."); }
  });
  $("off-drop").addEventListener("click", function () { keep("coupon", ""); figures(); voucherNote("Coupon taken off again."); $("code").focus(); });
  $("clear").addEventListener("click", function () {
    if (!confirm("Take everything out of the basket?")) return;
    keep("basket", ""); say("The basket is empty."); draw();
  });
  addEventListener("storage", draw);
  draw();
})();
