var data = [
  {id: 1, name: "Bella Napoli", cuisine: "Italian", price: 25, chef: "Gennaro Esposito", free: "Friday", text: "Wood oven pizza and big antipasti. Always full, always loud."},
  {id: 2, name: "Dragon Court", cuisine: "Chinese", price: 30, chef: "Wei Zhang", free: "Saturday", text: "Sichuan dishes and dim sum. The tofu is famous."},
  {id: 3, name: "Lotus", cuisine: "Thai", price: 28, chef: "Somchai Boon", free: "Monday", text: "Curries made from scratch. Say if you like it hot."},
  {id: 4, name: "Bosphorus", cuisine: "Turkish", price: 24, chef: "Emre Aydin", free: "Tuesday", text: "Charcoal grill and many meze."},
  {id: 5, name: "Ristorante Aldo", cuisine: "Italian", price: 48, chef: "Aldo Conti", free: "Sunday", text: "White tablecloths and truffles in season."},
  {id: 6, name: "Golden Wok", cuisine: "Chinese", price: 18, chef: "Mei Lin", free: "Friday", text: "Fast noodles and good tea. Cash is fine."},
  {id: 7, name: "Siam Garden", cuisine: "Thai", price: 35, chef: "Araya Suk", free: "Wednesday", text: "Set among palms in an old greenhouse."},
  {id: 8, name: "Anatolia", cuisine: "Turkish", price: 33, chef: "Selin Kaya", free: "Thursday", text: "Slow stews from clay pots. Bread is baked to order."},
  {id: 9, name: "Osteria Luna", cuisine: "Italian", price: 36, chef: "Marta Ricci", free: "Friday", text: "Small menu that changes with the moon, they say."},
  {id: 10, name: "The Grill Room", cuisine: "American", price: 52, chef: "Hank Miller", free: "Saturday", text: "Steaks, ribs and slaw."},
  {id: 11, name: "Peking House", cuisine: "Chinese", price: 44, chef: "Bo Liu", free: "Sunday", text: "Duck in three courses, carved at the table."},
  {id: 12, name: "Smokehouse 9", cuisine: "American", price: 29, chef: "Dolly Grant", free: "Monday", text: "Brisket smoked for fourteen hours."}
];
var times = ["09:00", "11:00", "14:00", "16:00"];
var bookings = JSON.parse(localStorage.getItem("bk") || "[]");
var favs = [];
// current page and filter

var page = 0;
var fc = "", fp = "";

function $(id) { return document.getElementById(id); }
function find(id) { return data.filter(function (d) { return d.id == id; })[0]; }
function safe(s) { return s.replace(/&/g, "&amp;").replace(/</g, "&lt;"); }

function row(r) {
  return "<tr><td><a href='#r" + r.id + "'>" + r.name + "</a></td><td>" + r.cuisine + "</td><td>" + r.price + " EUR</td>" +
    "<td><span class='h' onclick='fav(" + r.id + ")'>" + (favs.indexOf(r.id) >= 0 ? "&#9829;" : "&#9825;") + "</span></td>" +
    "<td><button onclick='openBook(" + r.id + ")'>Reserve</button></td></tr>";
}
var head = "<tr><th>Restaurant</th><th>Cuisine</th><th>Set menu</th><th></th><th></th></tr>";

function home() {
  var list = data;
  // one or the other
  if (fp) list = data.filter(function (r) { return r.price < Number(fp); });
  if (fc) list = data.filter(function (r) { return r.cuisine == fc; });
  var cs = [];
  data.forEach(function (r) { if (cs.indexOf(r.cuisine) < 0) cs.push(r.cuisine); });
  var h = "<h2>Restaurants (" + data.length + ")</h2><div class='box'>Cuisine <select id='fc'><option value=''>-</option>";
  cs.forEach(function (c) { h += "<option" + (c == fc ? " selected" : "") + ">" + c + "</option>"; });
  h += "</select> Max price <input id='fp' size='5' value='" + fp + "'> <button onclick='filter()'>Filter</button> <button onclick='reset()'>Reset</button></div>";
  h += "<div id='form'></div><table>" + head;
  list.slice(page * 5, page * 5 + 5).forEach(function (r) { h += row(r); });
  h += "</table><p><button onclick='move(-1)'" + (page == 0 ? " disabled" : "") + ">&lt; Previous</button> page " + (page + 1) +
    " <button onclick='move(1)'>Next &gt;</button> " + list.length + " restaurants in total</p>";
  $("app").innerHTML = h;
}
function filter() { fc = $("fc").value; fp = $("fp").value.replace(/[^0-9]/g, ""); page = 0; home(); }
function reset() { fc = ""; fp = ""; page = 0; home(); }
function move(n) { page += n; home(); }

function openBook(id) {
  var h = "<div class='box'><b>" + find(id).name + "</b><br><br>Date <input type='date' id='d'> Time <select id='t'>";
  times.forEach(function (t) { h += "<option>" + t + "</option>"; });
  h += "</select> Name <input id='n'> <button onclick='book(" + id + ")'>OK</button> <span id='msg'></span></div>";
  $("form").innerHTML = h;
  $("form").scrollIntoView();
}
function book(id) {
  var d = $("d").value, t = $("t").value, n = $("n").value;
  if (!d || !n) { $("msg").innerHTML = "<span class='err'>fill in everything</span>"; return; }
  var now = new Date();
  var today = now.getFullYear() + "-" + ("0" + (now.getMonth() + 1)).slice(-2) + "-" + ("0" + now.getDate()).slice(-2);
  if (d < today) { return; }
  for (var i = 0; i < bookings.length; i++) {
    if (bookings[i].d == d && bookings[i].t == t) { $("msg").innerHTML = "<span class='err'>already taken</span>"; return; }
  }
  bookings.push({r: id, d: d, t: t, n: n});
  localStorage.setItem("bk", JSON.stringify(bookings));
  $("form").innerHTML = "<div class='box'>Booked: " + find(id).name + ", " + d + " " + t + "</div>";
  links();
}

function fav(id) {
  var i = favs.indexOf(id);
  if (i >= 0) favs.splice(i, 1); else favs.push(id);
  links();
  if (location.hash.indexOf("#r") == 0) detail();
  else if (location.hash != "#favs") home();
}
function favPage() {
  var h = "<h2>Favourites</h2><div id='form'></div><table>" + head;
  data.forEach(function (r) { if (favs.indexOf(r.id) >= 0) h += row(r); });
  $("app").innerHTML = h + "</table>";
}
function bookPage() {
  var h = "<h2>Bookings</h2><table><tr><th>Restaurant</th><th>Date</th><th>Time</th><th>Name</th></tr>";
  bookings.forEach(function (b) {
    h += "<tr><td>" + find(b.r).name + "</td><td>" + b.d + "</td><td>" + b.t + "</td><td>" + safe(b.n) + "</td></tr>";
  });
  $("app").innerHTML = h + "</table>";
}
function detail() {
  var r = find(location.hash.slice(2));
  if (!r) { home(); return; }
  $("app").innerHTML = "<p><a href='#home'>&laquo; back</a></p><h2>" + r.name + " <span class='h' onclick='fav(" + r.id + ")'>" +
    (favs.indexOf(r.id) >= 0 ? "&#9829;" : "&#9825;") + "</span></h2><p>" + r.text + "</p><p>Cuisine: " + r.cuisine + "<br>Set menu: " + r.price +
    " EUR<br>Next free evening: " + r.free + "</p><button onclick='openBook(" + r.id + ")'>Reserve</button><div id='form'></div>";
}
function links() {
  $("favlink").textContent = "Favourites (" + favs.length + ")";
  $("booklink").textContent = "My bookings (" + bookings.length + ")";
}
function route() {
  var h = location.hash;
  if (h == "#favs") favPage();
  else if (h == "#bookings") bookPage();
  else if (h.indexOf("#r") == 0) detail();
  else home();
  links();
}
window.onhashchange = route;
route();
