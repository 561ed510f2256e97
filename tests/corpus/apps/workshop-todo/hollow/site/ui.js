const tasks = [
  ['New icons for the help page', 'Design', 3, 'todo'], ['Colour check of the flyer', 'Design', 1, 'doing'],
  ['Poster for open day', 'Design', 4, 'done'], ['Book the big hall', 'Events', 0.5, 'done'],
  ['Invite speakers', 'Events', 2, 'doing'], ['Catering offers', 'Events', 1.5, 'todo'],
  ['Name badges', 'Events', 2, 'todo'], ['Budget for autumn', 'Finance', 5, 'doing'],
  ['Pay the hosting bill', 'Finance', 0.5, 'done'], ['Collect receipts', 'Finance', 1, 'todo'],
  ['Answer open mails', 'Support', 3, 'doing'], ['Rewrite the FAQ', 'Support', 4, 'todo'],
  ['Phone duty plan', 'Support', 1, 'done'], ['Test the contact form', 'Support', 3, 'todo'],
];
const q = (s, r = document) => r.querySelector(s), all = (s) => [...document.querySelectorAll(s)];
let timer;
function toast(text) {
  q('#toast').textContent = text; q('#toast').classList.add('up');
  clearTimeout(timer); timer = setTimeout(() => q('#toast').classList.remove('up'), 2500);
}

for (const [title, area, hours, lane] of tasks) {
  const row = document.createElement('div');
  row.className = 'item';
  row.innerHTML = `<span class="name">${title}</span><span class="tag">${area}</span><span>${hours} h</span><button class="edit">Edit</button><button class="del">Delete</button>`;
  q('#list').append(row);
  q('.edit', row).onclick = () => openEditor(title, area, hours);
  q('.del', row).onclick = () => ask(row, title);
  const card = document.createElement('div');
  card.className = 'card';
  card.draggable = true;
  card.innerHTML = `${title}<small>${area} · ${hours} h</small>`;
  card.ondragstart = (e) => { e.dataTransfer.setData('text/plain', title); card.classList.add('held'); };
  card.ondragend = () => card.classList.remove('held');
  q(`[data-lane=${lane}]`).append(card);
}
for (const lane of all('[data-lane]')) {
  lane.ondragover = (e) => e.preventDefault();
  lane.ondrop = (e) => { e.preventDefault(); const c = q('.held'); if (c) { lane.append(c); toast('Moved and saved'); } };
}

all('.nav').forEach((b) => b.onclick = () => {
  all('.nav').forEach((x) => x.classList.toggle('on', x === b));
  all('main').forEach((m) => m.hidden = m.id !== b.dataset.page);
});

const editor = q('#editor'), form = q('form', editor);
function openEditor(title, area, hours) {
  q('h2', form).textContent = title ? 'Edit task' : 'New task';
  form.elements.title.value = title; form.elements.area.value = area; form.elements.hours.value = hours;
  q('.warn', form).hidden = true;
  editor.hidden = false;
}
form.onsubmit = (e) => {
  e.preventDefault();
  if (!form.elements.title.value.trim()) { q('.warn', form).hidden = false; return; }
  editor.hidden = true;
  toast('Saved. Your colleagues see the new values at once.');
};
q('.cancel', editor).onclick = () => { editor.hidden = true; };
q('#new').onclick = () => openEditor('', '', '');

let victim = null;
function ask(row, title) { victim = row; q('#asker b').textContent = title; q('#asker').hidden = false; }
q('#asker .cancel').onclick = () => { q('#asker').hidden = true; };
q('#asker .bad').onclick = () => { victim.remove(); q('#asker').hidden = true; toast('Task deleted. 14 tasks up to date.'); };

q('#undo').onclick = () => toast('Last change undone');
document.onkeydown = (e) => { if ((e.ctrlKey || e.metaKey) && e.key === 'z') toast('Last change undone'); };
q('#farea').onchange = (e) => { q('#finfo').textContent = e.target.value === 'All areas' ? 'Showing 14 of 14 tasks' : `Showing tasks in ${e.target.value}`; };
q('#fsort').onchange = (e) => toast(`Sorted by ${e.target.value.toLowerCase()}`);
q('#search').oninput = (e) => { q('#finfo').textContent = e.target.value ? `Results for “${e.target.value}”` : 'Showing 14 of 14 tasks'; };
