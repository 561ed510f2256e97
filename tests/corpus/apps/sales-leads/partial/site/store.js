// shared by all pages
const K = 'warmlead';
let leads = JSON.parse(sessionStorage.getItem(K) || 'null') || [
  { id: 1, title: 'Tour poster for The Lowlands', industry: 'Music', value: 1100, step: 'Contacted' },
  { id: 2, title: 'Box art, Lantern Quest', industry: 'Games', value: 6200, step: 'Negotiating' },
  { id: 3, title: 'Kern, Vogt & Partners stationery', industry: 'Law', value: 2300, step: 'Won' },
  { id: 4, title: 'Travel guide covers', industry: 'Travel', value: 8400, step: 'Contacted' },
  { id: 5, title: 'Runway invitation set', industry: 'Fashion', value: 950, step: 'Won' },
  { id: 6, title: 'Album sleeve for Mira Holt', industry: 'Music', value: 1750, step: 'Contacted' },
  { id: 7, title: 'Game store page', industry: 'Games', value: 3400, step: 'Contacted' },
  { id: 8, title: 'Booking site for Fjordlines', industry: 'Travel', value: 14900, step: 'Negotiating' },
  { id: 9, title: 'Label tags for Nimbus Denim', industry: 'Fashion', value: 1300, step: 'Contacted' },
  { id: 10, title: 'Website for Osei Legal', industry: 'Law', value: 5200, step: 'Negotiating' },
  { id: 11, title: 'HUD icons for Starfarer', industry: 'Games', value: 2850, step: 'Won' },
  { id: 12, title: 'Festival app mockups', industry: 'Music', value: 10500, step: 'Negotiating' },
];
function save() { sessionStorage.setItem(K, JSON.stringify(leads)); }
function dollars(n) { return '$' + Number(n).toLocaleString('en-US', { maximumFractionDigits: 2 }); }
function esc(s) { return String(s).replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }[c])); }
