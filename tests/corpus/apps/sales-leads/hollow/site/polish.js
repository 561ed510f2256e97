const DATA = [
  ['Salon Verve rebrand', 'Beauty', '$4,200', 0], ['Solar Farm One brochure', 'Energy', '$7,500', 0],
  ['Cover series for Inkwell Press', 'Publishing', '$3,800', 1], ['Penthouse sales folder', 'Real estate', '$6,100', 2],
  ['Shampoo labels, Alga', 'Beauty', '$2,900', 0], ['Windpark website', 'Energy', '$16,000', 1],
  ['Poetry annual', 'Publishing', '$1,700', 2], ['Model home signage', 'Real estate', '$5,400', 0],
  ['Perfume gift box', 'Beauty', '$3,300', 1], ['Charging app concept', 'Energy', '$9,900', 1],
  ['Magazine relaunch', 'Publishing', '$8,200', 0], ['Floor plan icons', 'Real estate', '$900', 2],
  ['Nail bar menu', 'Beauty', '$1,150', 0], ['Cookbook spreads', 'Publishing', '$4,600', 1],
];
const el = id => document.getElementById(id);
const snack = text => {
  el('snack').textContent = text;
  el('snack').classList.add('up');
  clearTimeout(snack.t);
  snack.t = setTimeout(() => el('snack').classList.remove('up'), 3000);
};

// views
document.querySelectorAll('nav button').forEach(b => b.addEventListener('click', () => {
  document.querySelectorAll('main > section').forEach(s => { s.hidden = s.id !== b.dataset.view; });
  document.querySelectorAll('nav button').forEach(x => x.removeAttribute('aria-current'));
  b.setAttribute('aria-current', 'page');
  if (b.dataset.view === 'board') fillBoard();
}));
el('theme').addEventListener('click', () => {
  const dark = document.documentElement.classList.toggle('dark');
  el('theme').textContent = dark ? '☀ Light mode' : '☾ Dark mode';
});

// list
el('grid').innerHTML = DATA.map((d, i) =>
  `<li><div class="ava" style="--h:${i * 47}">${d[0][0]}</div><div class="who"><b>${d[0]}</b><span>${d[1]}</span></div>
   <div class="val">${d[2]}</div><button class="plain" data-del="${i}" aria-label="Delete ${d[0]}">Delete</button></li>`).join('');

// search: shows a line of text, leaves the list alone
el('find').addEventListener('input', e => {
  const q = e.target.value.trim();
  el('grid').classList.remove('pulse');
  void el('grid').offsetWidth;
  el('grid').classList.add('pulse');
  el('result').textContent = q ? `Showing the best matches for “${q}”` : '';
});

// board: cards are put back at every visit, column numbers are text in the page
let held = null;
function fillBoard() {
  document.querySelectorAll('.drop').forEach((drop, c) => {
    drop.innerHTML = '';
    DATA.filter(d => d[3] === c).forEach(d => {
      const card = document.createElement('div');
      card.className = 'card';
      card.draggable = true;
      card.innerHTML = `<b>${d[0]}</b><span>${d[2]}</span>`;
      card.addEventListener('dragstart', () => { held = card; });
      drop.append(card);
    });
  });
}
document.querySelectorAll('.lane').forEach(lane => {
  lane.addEventListener('dragover', e => e.preventDefault());
  lane.addEventListener('drop', e => {
    e.preventDefault();
    if (!held) return;
    lane.querySelector('.drop').append(held);
    held = null;
    snack('Board saved ✓');
  });
});

// create: checks for a title, then only says it saved
el('new').addEventListener('click', () => el('dlg-new').showModal());
el('form-x').addEventListener('click', () => el('dlg-new').close());
el('form').addEventListener('submit', e => {
  e.preventDefault();
  const title = e.target.title.value.trim();
  el('err-title').textContent = title ? '' : 'Please enter a title.';
  if (!title) return;
  el('dlg-new').close();
  e.target.reset();
  snack(`“${title}” saved to your leads ✓`);
});

// delete: the dialog is real, the deletion is not
el('grid').addEventListener('click', e => {
  const b = e.target.closest('[data-del]');
  if (!b) return;
  el('del-text').textContent = `“${DATA[b.dataset.del][0]}” will be deleted for good.`;
  el('dlg-del').showModal();
});
el('del-no').addEventListener('click', () => el('dlg-del').close());
el('del-yes').addEventListener('click', () => { el('dlg-del').close(); snack('Lead deleted ✓'); });

el('export').addEventListener('click', () => {
  el('export').textContent = 'Preparing …';
  setTimeout(() => { el('export').textContent = 'Download CSV'; snack('warmlead.csv with 14 leads was downloaded ✓'); }, 600);
});
el('pick').addEventListener('change', e => {
  el('picked').textContent = e.target.value === 'All industries' ? '' : `Figures filtered to ${e.target.value}.`;
});
