// The orders and everything that is computed from them. Stored as one text under "northstar.orders.v1".
const REGIONS = ["Benelux", "Central", "Iberia", "Islands", "Nordic"];
const EXAMPLES = [
  { no: 2401, title: "Kraft paper rolls for Van Dijk Packing", region: "Benelux", cents: 384000 },
  { no: 2402, title: "Exercise books, school year start", region: "Central", cents: 1126050 },
  { no: 2403, title: "Watercolour pads for Atelier Sol", region: "Iberia", cents: 94280 },
  { no: 2404, title: "Wedding card blanks, deckle edge", region: "Islands", cents: 41800 },
  { no: 2405, title: "Recycled copy paper, 12 pallets", region: "Nordic", cents: 867500 },
  { no: 2406, title: "Gift wrap, winter berries", region: "Central", cents: 259990 },
  { no: 2407, title: "Bakery bags with print", region: "Central", cents: 173640 },
  { no: 2408, title: "Desk calendars for Fjordbank", region: "Nordic", cents: 318000 },
  { no: 2409, title: "Envelopes C5 with window", region: "Benelux", cents: 128475 },
  { no: 2410, title: "Tissue paper for shoe boxes", region: "Iberia", cents: 206400 },
  { no: 2411, title: "Hardback notebooks, dotted", region: "Nordic", cents: 542520 },
  { no: 2412, title: "Museum shop postcards", region: "Benelux", cents: 67350 },
  { no: 2413, title: "Paper cups for Cafe Lagar", region: "Iberia", cents: 231900 },
  { no: 2414, title: "Label sheets for cheese makers", region: "Central", cents: 88000 },
  { no: 2415, title: "Sketchbooks for Galway College", region: "Islands", cents: 152760 },
  { no: 2416, title: "Archive boxes, acid-free", region: "Benelux", cents: 475500 }
];

const Orders = {
  rows: [],
  load() {
    try {
      const rows = JSON.parse(localStorage.getItem("northstar.orders.v1"));
      const fine = Array.isArray(rows) && rows.length && rows.every(o => Number.isInteger(o.no) && typeof o.title === "string" && REGIONS.includes(o.region) && Number.isInteger(o.cents));
      this.rows = fine ? rows : EXAMPLES.map(o => ({ ...o }));
    } catch { this.rows = EXAMPLES.map(o => ({ ...o })); }
  },
  find(no) { return this.rows.find(o => o.no === Number(no)); },
  change(no, values) {
    Object.assign(this.find(no), values);
    try { localStorage.setItem("northstar.orders.v1", JSON.stringify(this.rows)); return true; } catch { return false; }
  },
  titleTaken(title, no) {
    const plain = t => t.trim().replace(/\s+/g, " ").toLowerCase();
    return this.rows.some(o => o.no !== no && plain(o.title) === plain(title));
  },
  pick({ region = "", max = null } = {}) {
    return this.rows.filter(o => (!region || o.region === region) && (max === null || o.cents <= max));
  },
  csv() {
    const cell = t => /[",\r\n]/.test(t) ? '"' + t.replace(/"/g, '""') + '"' : t;
    return ["Title,Region,Order total", ...this.rows.map(o => [cell(o.title), cell(o.region), (o.cents / 100).toFixed(2)].join(","))].join("\r\n") + "\r\n";
  }
};

function figuresOf(rows) {
  const all = rows.map(o => o.cents), sum = all.reduce((a, b) => a + b, 0);
  return { n: all.length, sum, avg: all.length ? sum / all.length : null, high: all.length ? Math.max(...all) : null, low: all.length ? Math.min(...all) : null };
}
const money = new Intl.NumberFormat("en-IE", { style: "currency", currency: "EUR" });
const euro = cents => cents === null ? "–" : money.format(Math.round(cents) / 100);
