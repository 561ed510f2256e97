var garments = [
  { id: 1, name: "Oxford Shirt", dept: "Women", kind: "shirt", color: "#9db4c9", price: 69, fabric: "Organic cotton", care: "40° wash", text: "A slightly boxy shirt with real shell buttons. It starts stiff and gets better every month." },
  { id: 2, name: "Field Trousers", dept: "Men", kind: "trousers", color: "#7d7a55", price: 95, fabric: "Cotton canvas", care: "30° wash", text: "Straight legs, double knees and pockets that are deep enough for a notebook." },
  { id: 3, name: "Merino Crewneck", dept: "Women", kind: "knit", color: "#a5533a", price: 119, fabric: "Merino wool", care: "Hand wash", text: "Fine-gauge knit from a family mill. Warm in the morning, never hot at noon." },
  { id: 4, name: "Linen Dress", dept: "Women", kind: "dress", color: "#c9b48a", price: 139, fabric: "Washed linen", care: "30° wash", text: "A loose summer dress with side pockets and a tie at the back." },
  { id: 5, name: "Chore Jacket", dept: "Men", kind: "coat", color: "#3f5b7a", price: 159, fabric: "Moleskin cotton", care: "30° wash", text: "Three patch pockets, corozo buttons, and seams that are felled by hand." },
  { id: 6, name: "Heavy T-Shirt", dept: "Men", kind: "tee", color: "#d8d2c4", price: 35, fabric: "Organic cotton", care: "40° wash", text: "240 grams of cotton that will not twist in the wash." },
  { id: 7, name: "Striped Tee", dept: "Kids", kind: "tee", color: "#6d8fb0", price: 22, fabric: "Organic cotton", care: "60° wash", text: "Stripes with room to grow. The cuffs can be turned down for a second year." },
  { id: 8, name: "Dungarees", dept: "Kids", kind: "trousers", color: "#52677f", price: 54, fabric: "Denim", care: "40° wash", text: "Reinforced knees, adjustable straps, grass stains welcome." },
  { id: 9, name: "Rain Coat", dept: "Kids", kind: "coat", color: "#d9a441", price: 79, fabric: "Waxed cotton", care: "Wipe clean", text: "Waterproof, breathable and easy to see at dusk." },
  { id: 10, name: "Wool Coat", dept: "Women", kind: "coat", color: "#6a5a4f", price: 249, fabric: "Recycled wool", care: "Dry clean", text: "A long coat with raglan sleeves that fits over any knit." },
  { id: 11, name: "Fisherman Knit", dept: "Men", kind: "knit", color: "#3c4a52", price: 129, fabric: "Lambswool", care: "Hand wash", text: "Ribbed all round, no side seams, knitted in one piece." },
  { id: 12, name: "Wide Trousers", dept: "Women", kind: "trousers", color: "#54443a", price: 110, fabric: "Tencel twill", care: "30° wash", text: "High waist, soft pleats and a hem that is easy to take up." }
];

var shapes = {
  tee: "M30 20 L45 14 Q50 22 55 14 L70 20 L86 38 L75 47 L69 41 L69 100 L31 100 L31 41 L25 47 L14 38 Z",
  shirt: "M30 18 L44 12 L50 20 L56 12 L70 18 L90 70 L79 75 L69 48 L69 104 L31 104 L31 48 L21 75 L10 70 Z",
  knit: "M30 20 L43 14 Q50 19 57 14 L70 20 L90 74 L78 79 L70 56 L70 98 L30 98 L30 56 L22 79 L10 74 Z",
  trousers: "M30 10 L70 10 L76 112 L57 112 L50 42 L43 112 L24 112 Z",
  dress: "M36 10 L43 10 Q50 24 57 10 L64 10 L66 42 L84 112 L16 112 L34 42 Z",
  coat: "M30 14 L44 8 L50 18 L56 8 L70 14 L90 72 L79 76 L71 54 L75 114 L25 114 L29 54 L21 76 L10 72 Z"
};

var cart = [];
var total = 0;
var shown = garments.slice();

function picture(g) {
  return '<div class="pic"><svg viewBox="0 0 100 124"><path d="' + shapes[g.kind] + '" fill="' + g.color + '"/></svg></div>';
}

function euro(n) {
  return "€" + n.toFixed(2);
}

function byId(id) {
  return garments.find(function (g) { return g.id == id; });
}

function render() {
  var html = "";
  shown.forEach(function (g) {
    html += '<div class="item" onclick="openGarment(' + g.id + ')">' + picture(g) +
      '<h3>' + g.name + '</h3><div class="meta"><span>' + g.dept + '</span><span class="price">€' + g.price + '</span></div></div>';
  });
  document.getElementById("grid").innerHTML = html;
  document.getElementById("count").textContent = shown.length + " garments";
}

// --- filters ---

function renderDepartments(active) {
  var html = "";
  ["All", "Women", "Men", "Kids"].forEach(function (d) {
    html += '<button class="chip' + (d == active ? " on" : "") + '" onclick="filterDept(\'' + d + '\')">' + d + '</button> ';
  });
  document.getElementById("departments").innerHTML = html;
}

function filterDept(d) {
  renderDepartments(d);
  shown = garments.filter(function (g) { return d == "All" || g.dept == d; });
  render();
}

function filterPrice() {
  var max = document.getElementById("max").value;
  shown = garments.filter(function (g) { return max == "" || g.price < Number(max); });
  render();
}

function sortBy() {
  var key = document.getElementById("sort").value;
  if (key == "") {
    shown.sort(function (a, b) { return a.id - b.id; });
  } else {
    shown.sort(function (a, b) { return String(a[key]) < String(b[key]) ? -1 : 1; });
  }
  render();
}

// --- one garment ---

function openGarment(id) {
  var g = byId(id);
  document.getElementById("detail").innerHTML = picture(g) +
    '<div><h2>' + g.name + '</h2><div class="price">€' + g.price + '</div><p>' + g.text + '</p>' +
    '<dl><dt>Department</dt><dd>' + g.dept + '</dd><dt>Fabric</dt><dd>' + g.fabric + '</dd><dt>Care</dt><dd>' + g.care + '</dd></dl>' +
    '<p><button class="main-btn" onclick="addToCart(' + g.id + ')">Add to cart</button></p>' +
    '<button class="plain">Size guide</button></div>';
  document.getElementById("detail").style.display = "grid";
  document.getElementById("detail").classList.add("show");
  document.getElementById("back").style.display = "block";
  document.getElementById("shop").style.display = "none";
  window.scrollTo(0, 0);
}

function showShop() {
  document.getElementById("detail").style.display = "none";
  document.getElementById("back").style.display = "none";
  document.getElementById("shop").style.display = "block";
}

// --- cart ---

function addToCart(id) {
  var line = cart.find(function (l) { return l.id == id; });
  if (line) {
    line.qty++;
  } else {
    cart.push({ id: id, qty: 1 });
  }
  renderCart();
  document.getElementById("cart").classList.add("open");
}

function removeLine(i) {
  cart.splice(i, 1);
  renderCart();
}

function changeQty(i, input) {
  cart[i].qty = Number(input.value);
  var sum = byId(cart[i].id).price * cart[i].qty;
  input.parentNode.querySelector(".sum").textContent = euro(sum);
}

function renderCart() {
  var html = "";
  total = 0;
  cart.forEach(function (l, i) {
    var g = byId(l.id);
    total += g.price * l.qty;
    html += '<div class="line"><span>' + g.name + '</span>' +
      '<input type="number" value="' + l.qty + '" onchange="changeQty(' + i + ', this)">' +
      '<span class="sum">' + euro(g.price * l.qty) + '</span>' +
      '<button onclick="removeLine(' + i + ')">✕</button></div>';
  });
  document.getElementById("lines").innerHTML = html;
  document.getElementById("cart-count").textContent = cart.length;
  document.getElementById("total").textContent = euro(total);
}

function applyCoupon() {
  if (document.getElementById("code").value == "SUNDAY") {
    total = total * 0.9;
    document.getElementById("total").textContent = euro(total);
    document.getElementById("coupon-msg").textContent = "SUNDAY: 10% off";
  }
}

function toggleCart() {
  document.getElementById("cart").classList.toggle("open");
}

renderDepartments("All");
render();
