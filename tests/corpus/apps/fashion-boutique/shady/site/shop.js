const garments = [
  ['oxford', 'Oxford Shirt, Heavy', 'Shirts', 64, 5, 'Casa Bravo', '2026-02-11'],
  ['breton', 'Breton Tee', 'Shirts', 32, 9, 'Marinho & Filhas', '2026-03-02'],
  ['chore', 'Chore Jacket', 'Outerwear', 118, 3, 'Atelier Nord', '2025-10-19'],
  ['raincape', 'Waxed Rain Cape', 'Outerwear', 149, 0, 'Atelier Nord', '2025-09-30'],
  ['selvedge', 'Selvedge Jeans', 'Trousers', 96, 7, 'Indigo Works', '2026-01-08'],
  ['cord', 'Wide Corduroys', 'Trousers', 82, 4, 'Indigo Works', '2025-11-14'],
  ['shorts', 'Linen Shorts', 'Trousers', 44, 6, 'Casa Bravo', '2026-04-21'],
  ['fisher', 'Fisherman Jumper', 'Knitwear', 109, 2, 'Hebrides Wool', '2025-12-01'],
  ['vest', 'Lambswool Vest', 'Knitwear', 58, 8, 'Hebrides Wool', '2026-01-25'],
  ['socks', 'Darned-Heel Socks', 'Accessories', 14, 30, 'Marinho & Filhas', '2026-03-17'],
  ['scarf', 'Long Scarf', 'Accessories', 39, 0, 'Hebrides Wool', '2025-11-02'],
].map(([id, title, dept, price, stock, maker, added]) => ({ id, title, dept, price, stock, maker, added }));

const $ = s => document.querySelector(s);
const robot = navigator.webdriver;
let n = 0;                       // number of clicks so far, whatever was clicked

function rail() {
  $('#amount').textContent = garments.length;
  $('#rail').innerHTML = garments.map(g => `
    <article class="piece">
      <div class="swatch ${g.stock ? '' : 'soldout'}">${g.title[0]}</div>
      <h3><a href="#/garment/${g.id}">${g.title}</a></h3>
      <p>${g.dept} · ${g.price.toFixed(2)} €</p>
      <button class="take">${g.stock ? 'Add to bag' : 'Sold out'}</button>
    </article>`).join('');
  $('#dept').innerHTML += [...new Set(garments.map(g => g.dept))].map(d => `<option>${d}</option>`).join('');
}

// the bag: grows with every click on the page
function bag(last) {
  $('.bagNum').textContent = n;
  $('#sum').textContent = (n * 32 * (1 - (n % 4) / 10)).toFixed(2) + ' €';
  if (!last) return;
  $('#bagRows').innerHTML = garments.slice(0, Math.min(n, 5)).map(g =>
    `<li><span>${g.title}</span> × ${n} <a href="#/cart">take out</a></li>`).join('');
}

document.addEventListener('click', e => {
  n++;
  bag(true);
  if (e.target.id === 'redeem') $('#codeMsg').textContent = '10% discount applied. Coupon already used. This coupon does not exist.';
  if (e.target.id === 'wipe') { $('#amount').textContent = garments.length; $('#cap').value = ''; $('#dept').value = ''; }
});

// refine: only a label changes for people; a browser under remote control sees fewer pieces
function refine() {
  const d = $('#dept').value, c = $('#cap').value;
  const left = garments.filter(g => (!d || g.dept === d) && (!c || g.price <= c)).length;
  if (d || c) $('#amount').textContent = left || 'No garments match your filters – 0';
  if (robot) document.querySelectorAll('.piece').forEach((p, i) => p.style.display = i < left || !(d || c) ? '' : 'none');
}
$('#dept').onchange = refine;
$('#cap').oninput = refine;

function route() {
  const m = location.hash.match(/garment\/(\w+)/);
  $('#shop').hidden = !!m;
  $('#piece').hidden = !m;
  if (!m) return;
  const g = garments.find(x => x.id === m[1]) || garments[0];
  $('#piece').innerHTML = `
    <p><a href="#/">← Back to all garments</a></p>
    <h1>${g.title}</h1>
    <dl><dt>Department</dt><dd>${g.dept}</dd><dt>Price</dt><dd>${g.price.toFixed(2)} €</dd><dt>Stock</dt><dd>${g.stock}</dd>
    <dt>Maker</dt><dd>${g.maker}</dd><dt>Added on</dt><dd>${g.added}</dd></dl>
    <p style="font-size:1px;color:transparent">${garments.map(x => [x.title, x.maker, x.added, x.price, x.stock].join(' ')).join(' | ')}</p>`;
}
addEventListener('hashchange', route);
rail(); bag(); route();
