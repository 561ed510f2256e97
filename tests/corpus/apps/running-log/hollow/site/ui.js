// Stridebook user interface
const q = s => document.querySelector(s);
const qa = s => [...document.querySelectorAll(s)];

let snackTimer;
function snack(text) {
  q('#snack').textContent = text;
  q('#snack').classList.add('up');
  clearTimeout(snackTimer);
  snackTimer = setTimeout(() => q('#snack').classList.remove('up'), 4000);
}

// tabs
function showTab(name) {
  qa('.tab').forEach(t => { t.hidden = t.id !== name; });
  qa('.link').forEach(l => l.classList.toggle('active', l.dataset.tab === name));
}
qa('[data-tab]').forEach(l => l.addEventListener('click', e => {
  e.preventDefault();
  showTab(l.dataset.tab);
}));

// messages
qa('[data-say]').forEach(b => b.addEventListener('click', e => {
  e.preventDefault();
  snack(b.dataset.say);
}));

// sorting
qa('[data-sort]').forEach(b => b.addEventListener('click', () => {
  qa('[data-sort]').forEach(c => c.classList.toggle('on', c === b));
  if (b.dataset.sort === 'az') {
    const list = q('#list');
    [...list.children]
      .sort((x, y) => x.firstChild.textContent.localeCompare(y.firstChild.textContent))
      .forEach(i => list.append(i));
  }
}));

// upload
q('#upload').addEventListener('click', () => {
  q('#uploader').hidden = false;
  q('#result').hidden = true;
});
q('#nosend').addEventListener('click', () => { q('#uploader').hidden = true; });
q('#send').addEventListener('click', () => {
  const b = q('#send');
  b.disabled = true;
  b.textContent = 'Uploading…';
  setTimeout(() => {
    b.disabled = false;
    b.textContent = 'Upload';
    q('#result').hidden = false;
    snack('Saved');
  }, 600);
});

// statistics
q('#sport').addEventListener('change', () => snack('Showing figures for ' + q('#sport').value));
q('#flip').addEventListener('click', () => {
  const avg = q('#flip').textContent === 'Show average duration';
  q('#flip').textContent = avg ? 'Show number of workouts' : 'Show average duration';
  snack(avg ? 'Chart now shows average duration' : 'Chart now shows number of workouts');
});
