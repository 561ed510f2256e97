const notes = Object.freeze([
  { title: 'On leaving the second chapter alone', notebook: 'Thesis', minutes: 6, loved: true, text: 'A chapter that has been rewritten five times is asking for rest, not for a sixth hand.' },
  { title: 'Words my grandmother used', notebook: 'Commonplace', minutes: 3, loved: false, text: 'Gloaming. Dither. A soft day. Half of them were weather, the other half people.' },
  { title: 'The house with too many stairs', notebook: 'Dreams', minutes: 2, loved: false, text: 'Every landing had a table laid for breakfast and nobody sitting at it.' },
  { title: 'Montaigne and the habit of doubt', notebook: 'Reading', minutes: 9, loved: true, text: 'He weighs himself daily and never trusts the scales.' },
  { title: 'Method: what counts as evidence', notebook: 'Thesis', minutes: 12, loved: false, text: 'Three diaries agree about the flood. Do they agree because they saw it or because they talked?' },
  { title: 'A list of good silences', notebook: 'Commonplace', minutes: 4, loved: true, text: 'After snow. Before an answer. In the library at ten to eight.' },
  { title: 'Letters that were never posted', notebook: 'Reading', minutes: 7, loved: false, text: 'Kafka wrote forty pages to his father and gave them to his mother.' },
]);

const by = (id) => document.getElementById(id);
const drawer = by('drawer');
const pen = '<svg viewBox="0 0 24 24"><path d="M4 20l1-5L16 4l4 4L9 19z"/></svg>';
const heart = '<svg viewBox="0 0 24 24"><path d="M12 20S4 14.5 4 9a4 4 0 0 1 8-1.2A4 4 0 0 1 20 9c0 5.5-8 11-8 11z"/></svg>';

function leaf(n, i) {
  return `<li class="leaf">
    <div><h2>${n.title}</h2><span class="from">${n.notebook} · ${n.minutes} min</span></div>
    <div class="acts">
      <label class="fav" title="Favourite"><input type="checkbox" ${n.loved ? 'checked' : ''}>${heart}</label>
      <button class="ico" data-i="${i}" title="Edit">${pen}</button>
    </div>
    <p class="bit">${n.text}</p>
  </li>`;
}

function render() {
  const only = location.hash === '#favourites';
  by('favs').classList.toggle('on', only);
  by('favs').href = only ? '#' : '#favourites';
  by('total').textContent = `${notes.length} notes`;
  by('leaves').innerHTML = notes.map((n, i) => (only && !n.loved ? '' : leaf(n, i))).join('');
}

// the little line that tells you your words are safe
function sync(done) {
  by('sync').textContent = 'Saving …';
  setTimeout(() => { by('sync').textContent = done; }, 450);
}

function openDrawer(heading, note) {
  drawer.reset();
  drawer.querySelector('h3').textContent = heading;
  if (note) {
    drawer.elements.title.value = note.title;
    drawer.notebook.value = note.notebook;
    drawer.minutes.value = note.minutes;
    drawer.text.value = note.text;
  }
  drawer.classList.add('out');
}
const closeDrawer = () => drawer.classList.remove('out');

addEventListener('hashchange', render);
by('add').onclick = () => openDrawer('A new note');
by('cancel').onclick = closeDrawer;
drawer.onsubmit = (e) => {
  e.preventDefault();
  closeDrawer();
  sync('Note saved · just now');
  render();
};

by('leaves').onclick = (e) => {
  const button = e.target.closest('button[data-i]');
  if (button) openDrawer('Edit note', notes[button.dataset.i]);
};
by('leaves').onchange = (e) => sync(e.target.checked ? 'Added to favourites' : 'Removed from favourites');

by('seek').oninput = (e) => {
  by('seek').classList.toggle('lit', e.target.value !== '');
  by('sync').textContent = e.target.value ? `Showing notes with “${e.target.value}”` : 'All changes saved';
};

by('reset').onclick = () => { by('ask').hidden = false; };
by('no').onclick = () => { by('ask').hidden = true; };
by('yes').onclick = () => { by('ask').hidden = true; render(); sync('Sample data is back'); };

render();
