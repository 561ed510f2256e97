const spots = [
  { t: 'Etxea', c: 'Basque', p: 46 }, { t: 'Cedar Tree', c: 'Lebanese', p: 29 }, { t: 'Seoul Table', c: 'Korean', p: 33 },
  { t: 'Fjord', c: 'Nordic', p: 68 }, { t: 'Limeño', c: 'Peruvian', p: 41 }, { t: 'Pintxo Bar Ane', c: 'Basque', p: 24 },
  { t: 'Beirut Nights', c: 'Lebanese', p: 35 }, { t: 'Gogi', c: 'Korean', p: 27 }, { t: 'Birch & Bone', c: 'Nordic', p: 55 },
  { t: 'Nazca', c: 'Peruvian', p: 38 }, { t: 'Sumac', c: 'Lebanese', p: 22 }, { t: 'Hansik', c: 'Korean', p: 59 },
];
const q = s => document.querySelector(s);
let page = 1;

function cards() {
  const from = (page - 1) * 5;
  q('#grid').innerHTML = spots.slice(from, from + 5).map((s, i) => `
    <div class="card"><div class="photo p${(from + i) % 6}"></div>
      <h3><a href="#restaurant" data-open="${from + i}">${s.t}</a></h3>
      <p>${s.c} · set menu €${s.p}</p>
      <div class="foot"><button class="btn" data-reserve="${s.t}">Book a table</button>
      <button class="heart" aria-label="Favourite">♡</button></div>
    </div>`).join('');
  q('#range').textContent = `${from + 1}–${Math.min(from + 5, 12)}`;
  q('#pg').textContent = page;
  q('#pv').disabled = page === 1;
  q('#nx').disabled = page === 3;
}

function snack(text) {
  q('#snack').textContent = text;
  q('#snack').hidden = false;
  setTimeout(() => { q('#snack').hidden = true; }, 3000);
}

function show() {
  const id = location.hash.slice(1) || 'discover';
  document.querySelectorAll('.screen').forEach(s => { s.hidden = s.id !== id; });
  scrollTo(0, 0);
}

document.addEventListener('click', e => {
  const open = e.target.closest('[data-open]');
  if (open) {
    const s = spots[open.dataset.open];
    q('#rt').textContent = s.t;
    q('#rc').textContent = s.c;
    q('#rp').textContent = '€' + s.p;
    q('#rs').textContent = `${s.t} is one of the most loved tables in town. Guests praise the atmosphere and the kitchen.`;
  }
  const reserve = e.target.closest('[data-reserve]');
  if (reserve) {
    q('#sn').textContent = reserve.dataset.reserve || q('#rt').textContent;
    q('#overlay').hidden = false;
  }
  if (e.target.matches('button.heart')) {
    const full = e.target.classList.toggle('full');
    e.target.textContent = full ? '♥' : '♡';
    snack(full ? 'Added to your favourites' : 'Removed from your favourites');
  }
});
q('#sheet').addEventListener('submit', e => {
  e.preventDefault();
  q('#overlay').hidden = true;
  q('#sheet').reset();
  snack('✓ Saved – your table is booked. You find it under Bookings.');
});
q('#cancel').addEventListener('click', () => { q('#overlay').hidden = true; });
q('#apply').addEventListener('click', () => { q('#filternote').textContent = `Filtered: ${q('#cu').value}, set menu ${q('#pr').value}`; });
q('#showall').addEventListener('click', () => { q('#filternote').textContent = ''; q('#cu').selectedIndex = q('#pr').selectedIndex = 0; page = 1; cards(); });
q('#pv').addEventListener('click', () => { page--; cards(); });
q('#nx').addEventListener('click', () => { page++; cards(); });
addEventListener('hashchange', show);
cards();
show();
