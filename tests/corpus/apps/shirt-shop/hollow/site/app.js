'use strict';

const pictures = {
  shirt: '<path d="M22 8 8 16l5 12 6-3v31h26V25l6 3 5-12-14-8-10 7z"/><path class="line" d="M32 15v41M22 8l10 10L42 8"/>',
  tee: '<path d="M22 9 8 16l5 13 6-3v29h26V26l6 3 5-13-14-7c-2 8-18 8-20 0z"/>',
  knit: '<path d="M23 8 12 14 6 50h8l5-20v26h26V30l5 20h8l-6-36-11-6c-3 6-15 6-18 0z"/><path class="line" d="M19 50h26M19 45h26M28 16v28M36 16v28"/>',
  trousers: '<path d="M19 6h26l4 52H36l-4-36-4 36H15z"/><path class="line" d="M18 13h28"/>',
  coat: '<path d="M23 6 11 13 6 46h8l4-16v30h28V30l4 16h8l-5-33-12-7-9 9z"/><path class="line" d="M32 15v45M22 40h6M36 40h6M23 6l9 14 9-14"/>',
  socks: '<path d="M18 8h14v28l-14 16c-4 4-12-2-9-7l9-11z"/><path d="M38 8h14v28L38 52c-4 4-10 0-9-4l9-12z"/><path class="line" d="M18 15h14M38 15h14"/>',
  scarf: '<path d="M16 8h32c2 12-8 14-8 14v34H26V22S14 20 16 8z"/><path class="line" d="M26 48h14M26 42h14M26 28h14"/>',
};

const garments = [
  ['Oxford Shirt', 'Shirts', 59, 8, 4.6, 31, 'shirt'],
  ['Linen Collarless Shirt', 'Shirts', 68, 5, 4.4, 18, 'tee'],
  ['Heavy Cotton Tee', 'Shirts', 32, 24, 4.7, 52, 'tee'],
  ['Flannel Work Shirt', 'Shirts', 74, 0, 4.8, 27, 'shirt'],
  ['Lambswool Crewneck', 'Knitwear', 98, 6, 4.5, 22, 'knit'],
  ['Fisherman’s Cardigan', 'Knitwear', 139, 3, 4.9, 15, 'knit'],
  ['Merino Roll Neck', 'Knitwear', 89, 11, 4.2, 12, 'knit'],
  ['Straight Selvedge Jeans', 'Trousers', 119, 9, 4.6, 44, 'trousers'],
  ['Cord Trousers', 'Trousers', 95, 2, 4.1, 9, 'trousers'],
  ['Canvas Chinos', 'Trousers', 79, 14, 4.3, 20, 'trousers'],
  ['Waxed Field Jacket', 'Outerwear', 189, 4, 4.8, 36, 'coat'],
  ['Wool Overshirt', 'Outerwear', 145, 0, 4.4, 17, 'coat'],
  ['Ribbed Wool Socks', 'Accessories', 14, 30, 4.7, 63, 'socks'],
  ['Harris Tweed Scarf', 'Accessories', 45, 7, 4.5, 13, 'scarf'],
].map(([title, department, price, stock, average, raters, picture]) => ({ title, department, price, stock, average, raters, picture }));

const $ = (id) => document.getElementById(id);
const euros = (n) => '€' + n.toFixed(2);
let pieces = 3;

function toast(text) {
  const box = $('toast');
  box.textContent = text;
  box.classList.add('show');
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => box.classList.remove('show'), 3000);
}

function card(g) {
  const li = document.createElement('li');
  li.innerHTML = `
    <article>
      <div class="picture" aria-hidden="true"><svg viewBox="0 0 64 64">${pictures[g.picture]}</svg></div>
      <p class="department">${g.department}</p>
      <h2>${g.title}</h2>
      <p class="row"><span class="price">${euros(g.price)}</span>
        <span class="stock ${g.stock ? '' : 'out'}">${g.stock ? g.stock + ' in stock' : 'Sold out'}</span></p>
      <p class="average"><span aria-hidden="true">★</span> ${g.average} <small>(${g.raters} ratings)</small></p>
      <div class="stars" role="group" aria-label="Rate ${g.title}">
        ${[1, 2, 3, 4, 5].map((n) => `<button type="button" data-stars="${n}" aria-label="Give ${g.title} ${n} ${n === 1 ? 'star' : 'stars'}">☆</button>`).join('')}
      </div>
      <p class="gave" role="status"></p>
      <button type="button" class="primary add" ${g.stock ? '' : 'disabled'} aria-label="${g.stock ? 'Add ' + g.title + ' to cart' : g.title + ' is sold out'}">${g.stock ? 'Add to cart' : 'Sold out'}</button>
    </article>`;
  li.querySelector('.add').addEventListener('click', () => {
    pieces += 1;
    $('cartCount').textContent = pieces;
    toast(`${g.title} is in your cart.`);
  });
  li.querySelectorAll('.stars button').forEach((star) => star.addEventListener('click', () => {
    const given = Number(star.dataset.stars);
    li.querySelectorAll('.stars button').forEach((s, i) => { s.textContent = i < given ? '★' : '☆'; });
    li.querySelector('.gave').textContent = 'You gave ' + '★'.repeat(given);
    toast('Thank you for your rating!');
  }));
  return li;
}

function render() {
  const department = $('department').value;
  const shown = garments.filter((g) => department === 'All' || g.department === department);
  $('grid').replaceChildren(...shown.map(card));
  $('count').textContent = shown.length === garments.length
    ? `${garments.length} garments`
    : `${shown.length} of ${garments.length} garments`;
}

$('department').addEventListener('change', render);
$('price').addEventListener('input', () => { $('priceOut').textContent = '€' + $('price').value; });
$('filters').addEventListener('submit', (e) => e.preventDefault());
$('filters').addEventListener('reset', () => setTimeout(() => { $('priceOut').textContent = '€200'; render(); }));

$('cartLink').addEventListener('click', (e) => { e.preventDefault(); $('cart').showModal(); });
$('closeCart').addEventListener('click', () => $('cart').close());
document.querySelectorAll('.remove').forEach((b) => b.addEventListener('click', () => toast('Your cart has been updated.')));
document.querySelectorAll('.lines input').forEach((i) => i.addEventListener('change', () => toast('Your cart has been updated.')));
$('coupon').addEventListener('submit', (e) => {
  e.preventDefault();
  $('couponMessage').textContent = $('code').value.trim()
    ? 'Thank you! Your code will be taken into account at the checkout.'
    : 'Please enter a code.';
});
$('checkout').addEventListener('click', () => toast('The checkout opens soon.'));

render();
