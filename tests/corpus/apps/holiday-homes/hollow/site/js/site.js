/* Slow Nights storefront */
const houses = [
  ['Villa Ponente', 'Coast · Liguria', 118, '4.9', 212, 14, '#8fb7c9,#e8cfa4'],
  ['Skerry Lodge', 'Coast · Orkney', 96, '4.7', 88, 6, '#5d7f90,#c9d6d8'],
  ['Le Grenier', 'Town · Honfleur', 84, '4.6', 131, 9, '#b0806a,#ecd9c6'],
  ['Alpenrose Stübli', 'Mountains · Graubünden', 142, '5.0', 304, 22, '#7ba08a,#e9eef2'],
  ['Masseria Lenta', 'Countryside · Salento', 93, '4.8', 176, 11, '#c9b27a,#f2ead2'],
  ['Casa Alforno', 'Town · Évora', 67, '4.5', 54, 3, '#d79a6b,#f6e6d4'],
  ['Heidehof', 'Countryside · Lüneburg Heath', 78, '4.6', 97, 7, '#8a6fa0,#d9cfe2'],
  ['Stuga Nio', 'Countryside · Dalarna', 89, '4.9', 145, 12, '#a84d3c,#e9c7b2'],
  ['Ostello Piccolo', 'Mountains · Dolomites', 104, '4.7', 161, 10, '#a79b94,#f0d8c8'],
  ['Weir Cottage', 'Countryside · Herefordshire', 99, '4.8', 73, 5, '#6e9466,#d5e2c4'],
  ['Poort Zes', 'Town · Middelburg', 82, '4.4', 41, 2, '#5a7a95,#cbd8e0'],
  ['Konoba Lastva', 'Coast · Kotor Bay', 61, '4.7', 119, 8, '#3f7d86,#c4dcd6'],
  ['Mas de la Font', 'Mountains · Cerdanya', 87, '4.6', 66, 4, '#b59a5a,#eadfba'],
  ['Sommerhaus Sund', 'Coast · Ærø', 112, '4.8', 102, 7, '#86b0b5,#f3e9da'],
];
const stock = [
  ['Marta', 'A dream. We did not want to leave.'],
  ['Henrik', 'Quiet, warm, wonderful breakfast.'],
  ['Oonagh', 'The kindest hosts we ever met.'],
];
const q = (s) => document.querySelector(s);
let current = 0;

function toast(text) {
  const t = q('#toast');
  t.textContent = text;
  t.classList.add('on');
  setTimeout(() => t.classList.remove('on'), 3000);
}

q('#houses').innerHTML = houses.map((h, i) => `
  <article class="house" data-i="${i}">
    <div class="shot" style="background:linear-gradient(170deg,${h[6]})"></div>
    <div class="b">
      <h3>${h[0]}</h3><span class="set">${h[1]}</span>
      <div class="eur"><b>€ ${h[2]}</b> per night</div>
      <div>${[1, 2, 3, 4, 5].map((n) => `<button class="st" data-n="${n}" aria-label="Rate ${n}">★</button>`).join('')} <small>${h[3]} (${h[4]} ratings)</small></div>
      <div class="yours"></div>
      <div class="acts"><button data-act="book">Book now</button><button class="ghost" data-act="talk">Comments (<span>${h[5]}</span>)</button></div>
    </div>
  </article>`).join('');

q('#houses').addEventListener('click', (e) => {
  const card = e.target.closest('.house');
  const btn = e.target.closest('button');
  if (!card || !btn) return;
  current = +card.dataset.i;
  if (btn.dataset.n) {
    card.querySelector('.yours').textContent = 'You gave ' + '★'.repeat(+btn.dataset.n);
    toast('Thank you! The average has been updated.');
  }
  if (btn.dataset.act === 'book') {
    q('#bookname').textContent = houses[current][0];
    q('#bookdlg').showModal();
  }
  if (btn.dataset.act === 'talk') {
    q('#talkname').textContent = houses[current][0];
    q('#talkmsg').textContent = '';
    q('#talklist').innerHTML = stock.map((c) => `<div class="cmt"><b>${c[0]}</b><br>${c[1]}</div>`).join('');
    q('#talkdlg').showModal();
  }
});

q('#searchbar').addEventListener('submit', (e) => {
  e.preventDefault();
  const s = e.target.setting.value;
  const found = { Anywhere: 18, Coast: 6, Mountains: 4, Countryside: 5, Town: 3 }[s];
  q('#result').textContent = `${found} guesthouses found` + (s === 'Anywhere' ? '' : ` · ${s}`);
});

q('#bookform').addEventListener('submit', (e) => {
  const f = e.target;
  toast(`Booking confirmed for ${f.guest.value}. It has been saved to your bookings.`);
  q('#navcount').textContent = +q('#navcount').textContent + 1;
  f.reset();
});
q('#bookcancel').addEventListener('click', () => q('#bookdlg').close());

q('#talkform').addEventListener('submit', (e) => {
  e.preventDefault();
  q('#talkmsg').textContent = 'Your comment has been published. Thank you!';
  const n = q(`.house[data-i="${current}"] [data-act=talk] span`);
  n.textContent = +n.textContent + 1;
  e.target.reset();
});
q('#talkclose').addEventListener('click', () => q('#talkdlg').close());
