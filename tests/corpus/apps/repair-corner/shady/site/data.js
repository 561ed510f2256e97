'use strict';
// Stock list. Prices in cents.
window.STOCK = [
  { id: 1, title: 'Halden Turntable T2', category: 'Audio', price: 14900, stock: 3, grade: 'Very good', note: 'New belt and stylus, walnut plinth.', art: 'disc' },
  { id: 2, title: 'Pocketline Phone 5', category: 'Phones', price: 18950, stock: 6, grade: 'Good', note: 'Battery replaced, light marks on the frame.', art: 'phone' },
  { id: 3, title: 'Corvid E-Reader', category: 'Reading', price: 6400, stock: 4, grade: 'Like new', note: 'Warm front light, 8 GB.', art: 'tablet' },
  { id: 4, title: 'Brightfield Camera X10', category: 'Cameras', price: 27900, stock: 1, grade: 'Very good', note: 'Sensor cleaned, 4,200 shutter releases.', art: 'camera' },
  { id: 5, title: 'Larkspur Laptop 13', category: 'Computers', price: 42900, stock: 2, grade: 'Good', note: '16 GB memory and a fresh SSD.', art: 'laptop' },
  { id: 6, title: 'Murmur Headphones', category: 'Audio', price: 8250, stock: 5, grade: 'Very good', note: 'New ear pads, noise cancelling.', art: 'phones' },
  { id: 7, title: 'Gridline Game Console', category: 'Gaming', price: 15900, stock: 0, grade: 'Good', note: 'With two controllers.', art: 'pad' },
  { id: 8, title: 'Tidewatch Smartwatch', category: 'Wearables', price: 9700, stock: 4, grade: 'Like new', note: 'Two straps, box included.', art: 'watch' },
  { id: 9, title: 'Quill Mechanical Keyboard', category: 'Computers', price: 5400, stock: 7, grade: 'Very good', note: 'Brown switches, US layout.', art: 'keys' },
  // second shelf: fills the list
  { id: 10, title: 'Halden Turntable T2', category: 'Audio', price: 14900, stock: 3, grade: 'Very good', note: 'New belt and stylus, walnut plinth.', art: 'disc' },
  { id: 11, title: 'Corvid E-Reader', category: 'Reading', price: 6400, stock: 4, grade: 'Like new', note: 'Warm front light, 8 GB.', art: 'tablet' },
  { id: 12, title: 'Murmur Headphones', category: 'Audio', price: 8250, stock: 5, grade: 'Very good', note: 'New ear pads, noise cancelling.', art: 'phones' },
  { id: 13, title: 'Tidewatch Smartwatch', category: 'Wearables', price: 9700, stock: 4, grade: 'Like new', note: 'Two straps, box included.', art: 'watch' },
  { id: 14, title: 'Quill Mechanical Keyboard', category: 'Computers', price: 5400, stock: 7, grade: 'Very good', note: 'Brown switches, US layout.', art: 'keys' }
];
window.ART = {
  disc: '<rect x="14" y="12" width="92" height="56" rx="6"/><circle cx="52" cy="40" r="22" class="d"/><circle cx="52" cy="40" r="6"/><path d="M92 20v24l-14 10" class="l"/>',
  phone: '<rect x="43" y="6" width="34" height="68" rx="6"/><rect x="47" y="12" width="26" height="52" class="d"/><circle cx="60" cy="69" r="2" class="d"/>',
  tablet: '<rect x="36" y="6" width="48" height="68" rx="5"/><rect x="41" y="11" width="38" height="52" class="d"/><path d="M46 20h28M46 28h28M46 36h20" class="l"/>',
  camera: '<rect x="20" y="22" width="80" height="46" rx="6"/><rect x="44" y="13" width="32" height="12" rx="3"/><circle cx="60" cy="45" r="17" class="d"/><circle cx="60" cy="45" r="8"/>',
  laptop: '<rect x="30" y="14" width="60" height="42" rx="4"/><rect x="35" y="19" width="50" height="32" class="d"/><path d="M18 60h84l-6 8H24z"/>',
  phones: '<path d="M30 52V42a30 30 0 0 1 60 0v10" class="l"/><rect x="22" y="46" width="16" height="24" rx="7"/><rect x="82" y="46" width="16" height="24" rx="7"/>',
  pad: '<rect x="20" y="24" width="80" height="36" rx="18"/><path d="M40 34v16M32 42h16" class="l"/><circle cx="76" cy="38" r="4" class="d"/><circle cx="85" cy="47" r="4" class="d"/>',
  watch: '<path d="M48 6h24l3 16H45zM45 58h30l-3 16H48z"/><rect x="40" y="20" width="40" height="40" rx="9"/><rect x="46" y="26" width="28" height="28" rx="4" class="d"/>',
  keys: '<rect x="14" y="24" width="92" height="36" rx="5"/><path d="M22 33h76M22 42h76M34 51h52" class="k"/>'
};
