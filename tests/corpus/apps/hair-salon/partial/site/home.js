const list = document.getElementById('list');
const q = document.getElementById('q');
const ask = document.getElementById('ask');

function card(t) {
  return `<li class="card" data-id="${t.id}">
    <div class="row top-row">
      <div><h2>${t.title}</h2><div class="dept">${esc(t.dept)}</div></div>
      <button class="heart" data-fav="${t.id}" aria-label="Favourite ${t.title}"></button>
    </div>
    <div class="row">
      <strong class="fee">$${t.fee}</strong>
      <span><button class="plain" data-del="${t.id}">Delete</button>
      <button class="main" data-book="${t.id}">Book</button></span>
    </div>
  </li>`;
}

function draw() {
  const s = q.value.trim();
  const shown = treatments.filter(t => t.title.includes(s) || t.dept.includes(s));
  list.innerHTML = shown.map(card).join('');
  list.querySelectorAll('.heart').forEach(paintHeart);
  document.getElementById('count').textContent =
    shown.length + (shown.length === 1 ? ' treatment' : ' treatments');
  document.getElementById('none').hidden = shown.length > 0;
}

function openForm(li, t) {
  const old = list.querySelector('form');
  if (old) {
    const same = old.closest('li') === li;
    old.remove();
    if (same) return;
  }
  const f = document.createElement('form');
  f.noValidate = true;
  f.innerHTML = `<label>Date <input type="date" name="date"></label>
    <label>Time <select name="time">${TIMES.map(x => `<option>${x}</option>`).join('')}</select></label>
    <label>Your name <input name="who" autocomplete="name"></label>
    <button class="main">Confirm booking</button>
    <p class="msg" role="status"></p>`;
  f.onsubmit = e => {
    e.preventDefault();
    const msg = f.querySelector('.msg');
    const say = (text, ok) => { msg.textContent = text; msg.className = 'msg ' + (ok ? 'ok' : 'bad'); };
    const date = f.date.value, time = f.time.value, who = f.who.value.trim();
    if (!date) return say('Please pick a date.');
    const limit = new Date();
    limit.setHours(0, 0, 0, 0);
    limit.setDate(limit.getDate() - 1);
    if (new Date(date + 'T00:00') < limit) return say('That day is over. Please choose today or later.');
    if (bookings.some(b => b.tid === t.id && b.date === date && b.time === time))
      return say(`Sorry, ${time} on that day is already taken.`);
    bookings.push({ tid: t.id, title: t.title, dept: t.dept, date, time, who });
    write('calm.bookings', bookings);
    say(`Booked: ${t.title}, ${date} at ${time}.`, true);
  };
  li.append(f);
}

function removeTreatment(id) {
  const i = treatments.findIndex(t => t.id === id);
  treatments.splice(i, 1);
  write('calm.treatments', treatments);
  if (favs.includes(id)) toggleFav(id);
  draw();
}

function askDelete(t) {
  document.getElementById('askText').textContent = `Really delete “${t.title}”?`;
  document.getElementById('askYes').addEventListener('click', () => {
    removeTreatment(t.id);
    ask.close();
  });
  ask.showModal();
}
document.getElementById('askNo').onclick = () => ask.close();

list.onclick = e => {
  const b = e.target.closest('button');
  if (!b) return;
  const find = id => treatments.find(t => t.id === id);
  if (b.dataset.fav) { toggleFav(b.dataset.fav); paintHeart(b); }
  if (b.dataset.book) openForm(b.closest('li'), find(b.dataset.book));
  if (b.dataset.del) askDelete(find(b.dataset.del));
};
q.oninput = draw;
draw();
