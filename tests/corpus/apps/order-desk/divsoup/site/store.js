var REGIONS = ['Benelux', 'Nordics', 'Alps', 'Iberia', 'Baltics'];
// id, title, region, order total in cents
var SAMPLE = [
  [1, 'Recycled notebooks, Van Houten Schools', 'Benelux', 184050],
  [2, 'Kraft mailing boxes, Fjord Outfitters', 'Nordics', 326000],
  [3, 'Letterpress wedding cards, Atelier Brandl', 'Alps', 74890],
  [4, 'Napkins three-ply, Hotel Miramar', 'Iberia', 121500],
  [5, 'Copy paper A4 pallets, City of Tartu', 'Baltics', 541200],
  [6, 'Gift wrap autumn line, Maison Leclerq', 'Benelux', 98575],
  [7, 'Desk calendars, Sundberg Insurance', 'Nordics', 215040],
  [8, 'Cake boxes, Konditorei Hasler', 'Alps', 46320],
  [9, 'Paper bags with twist handle, Olivar Market', 'Iberia', 167800],
  [10, 'Watercolour pads, Kunstakademie Graz', 'Alps', 289900],
  [11, 'Till rolls, Rasmus Kiosks', 'Nordics', 59960],
  [12, 'Envelopes C5 windowed, De Wit Notaries', 'Benelux', 133225],
  [13, 'Paper straws, Bar Azulejo', 'Iberia', 38400],
  [14, 'Ring binders, Riga Harbour Office', 'Baltics', 207715],
  [15, 'Poster paper, Festival Groningen', 'Benelux', 412000]
];
var KEY = 'northstar-orderbook';

function readOrders() {
  var list = null;
  try { list = JSON.parse(localStorage.getItem(KEY)); } catch (e) {}
  if (!Array.isArray(list)) list = SAMPLE;
  return list.map(function (a) { return { id: a[0], title: a[1], region: a[2], cents: a[3] }; });
}
function writeOrders(list) {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.map(function (o) { return [o.id, o.title, o.region, o.cents]; })));
    return true;
  } catch (e) { return false; }
}
function euro(cents) {
  return '€' + (cents / 100).toLocaleString('en-IE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
// "1250", "1250.5", "1250,50", "1,250.50", "€ 1,250" -> cents; anything else null
function toCents(text) {
  var s = text.replace(/[€\s]/g, '');
  if (/^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(s)) s = s.replace(/,/g, '');
  else if (/^\d+,\d{1,2}$/.test(s)) s = s.replace(',', '.');
  return /^\d{1,9}(\.\d{1,2})?$/.test(s) ? Math.round(parseFloat(s) * 100) : null;
}
function box(cls, text, click) {
  var d = document.createElement('div');
  if (cls) d.className = cls;
  if (text !== undefined) d.textContent = text;
  if (click) d.onclick = click;
  return d;
}
function byId(id) { return document.getElementById(id); }
