// Browser storage: crate.basket = "EGG12*2 SOUR8*1", crate.coupon = "WELCOME", crate.stars.<sku> = "4"
var MOST = 99;
var COUPONS = { WELCOME: 10 };   // per cent off the goods

function keep(key, value) {
  try {
    if (value) localStorage.setItem("crate." + key, value); else localStorage.removeItem("crate." + key);
    return true;
  } catch (e) { say("Your browser does not let this site store anything, so the change was not kept.", true); return false; }
}
function kept(key) { try { return localStorage.getItem("crate." + key) || ""; } catch (e) { return ""; } }

function basket() {
  return kept("basket").split(" ").map(function (bit) {
    var half = bit.split("*"), n = Number(half[1]), p = bySku(half[0]);
    return p && n % 1 === 0 && n > 0 && n <= MOST ? { p: p, qty: n } : null;
  }).filter(Boolean);
}
function setQty(sku, qty) {
  var rows = basket(), row = rows.find(function (l) { return l.p.sku === sku; });
  if (row) row.qty = qty; else rows.push({ p: bySku(sku), qty: qty });
  var ok = keep("basket", rows.filter(function (l) { return l.qty > 0; }).map(function (l) { return l.p.sku + "*" + l.qty; }).join(" "));
  till();
  return ok;
}
function sums() {
  var code = kept("coupon"), pct = COUPONS[code] || 0, items = 0;
  var goods = basket().reduce(function (t, l) { items += l.qty; return t + l.qty * l.p.pence; }, 0);
  var off = Math.round(goods * pct / 100);
  return { items: items, goods: goods, code: pct ? code : "", pct: pct, off: off, total: goods - off };
}
function pounds(pence) { return "£" + (pence / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ","); }
function starText(n) { return "★★★★★☆☆☆☆☆".slice(5 - n, 10 - n); }
function wholeQty(input) {
  var v = input.value.trim();
  return /^\d+$/.test(v) && +v >= 1 && +v <= MOST ? +v : 0;
}
function esc(s) { return String(s).replace(/[&<>"]/g, function (c) { return "&#" + c.charCodeAt(0) + ";"; }); }
function say(text, bad) {
  var el = document.getElementById("note");
  el.textContent = text; el.className = bad ? "bad" : "";
}
function till() {
  var s = sums();
  document.getElementById("till").textContent = s.items ? "Basket: " + s.items + (s.items === 1 ? " item, " : " items, ") + pounds(s.total) : "Basket: empty";
}

function averageHtml(p) {
  var mine = +kept("stars." + p.sku) || 0, votes = p.votes + (mine ? 1 : 0);
  return ((p.starSum + mine) / votes).toFixed(1) + " of 5 <small>" + votes + " ratings</small>";
}
function starsHtml(p, again) {
  var mine = +kept("stars." + p.sku) || 0;
  if (mine && !again) {
    return 'You gave <span class="stars" role="img" aria-label="' + mine + (mine === 1 ? " star" : " stars") + '">' + starText(mine) +
      '</span> <button type="button" class="plain" data-again="' + p.sku + '" aria-label="Change your stars for ' + esc(p.name) + '">change</button>';
  }
  var html = '<fieldset class="pick"><legend class="vh">Your stars for ' + esc(p.name) + "</legend>";
  for (var n = 1; n <= 5; n++) {
    var tip = n + (n === 1 ? " star" : " stars");
    html += '<button type="button" data-rate="' + p.sku + '" data-n="' + n + '" title="' + tip + '" aria-label="' + tip + '">' + (n <= mine ? "★" : "☆") + "</button>";
  }
  return html + "</fieldset>";
}
function buyHtml(p) {
  return '<form class="buy" data-buy="' + p.sku + '" novalidate><input type="number" name="qty" min="1" max="' + MOST + '" value="1" aria-label="Quantity of ' + esc(p.name) +
    '"><button aria-label="Add to basket: ' + esc(p.name) + '">Add to basket</button></form>';
}
// rating and buying work the same way in the list and on the product sheet
document.addEventListener("click", function (e) {
  var b = e.target.closest("button[data-rate], button[data-again]");
  if (!b) return;
  var p = bySku(b.dataset.rate || b.dataset.again), cell = b.closest("[data-stars]");
  if (b.dataset.rate && !keep("stars." + p.sku, b.dataset.n)) return;
  cell.innerHTML = starsHtml(p, !b.dataset.rate);
  document.querySelector('[data-avg="' + p.sku + '"]').innerHTML = averageHtml(p);
  cell.querySelector("button").focus();
  if (b.dataset.rate) say("Thank you for rating “" + p.name + "”.");
});
document.addEventListener("submit", function (e) {
  var sku = e.target.dataset.buy;
  if (!sku) return;
  e.preventDefault();
  var box = e.target.elements.qty, n = wholeQty(box), p = bySku(sku);
  var had = basket().find(function (l) { return l.p.sku === sku; });
  if (!n) { say("Please give a whole quantity from 1 to " + MOST + ".", true); box.focus(); return; }
  if (had && had.qty + n > MOST) { say("That would be more than " + MOST + " of “" + p.name + "”; you have " + had.qty + " in the basket.", true); return; }
  if (setQty(sku, n + (had ? had.qty : 0))) { say("Added " + n + " × " + p.name + "."); box.value = 1; }
});
till();
