const KNOTS = `Bowline|Beginner|10|A fixed loop that never slips and unties easily after load.
Clove hitch|Beginner|6|Quick turn around a post, handy for fenders.
Reef knot|Beginner|5|Joins two ends of the same rope; flat and tidy.
Figure eight|Beginner|7|A stopper that does not jam.
Sheet bend|Beginner|9|Joins two ropes of different thickness.
Round turn and two half hitches|Beginner|8|Makes a line fast under strain.
Rolling hitch|Intermediate|14|Grips along another rope or pole.
Trucker's hitch|Intermediate|16|Gives you a threefold pull on a lashing.
Prusik knot|Intermediate|12|Slides by hand and holds under weight.
Alpine butterfly|Intermediate|15|A loop in the middle of a rope, loaded from any side.
Double fisherman's|Intermediate|13|A lasting bend for climbing cord.
Monkey's fist|Advanced|35|A heavy ball at the end of a heaving line.
Turk's head|Advanced|40|A woven ring around a rail or tiller.
Eye splice|Advanced|45|A permanent eye made from the rope's own strands.`
  .split('\n').map(l => l.split('|'));

const COMMENTS = [['Mila', 'Finally one I can remember the next morning.'], ['Jonas P.', 'Works best with a soft 8 mm line.']];

function flash(text) {
  document.querySelector('.flash')?.remove();
  const f = document.createElement('div');
  f.className = 'flash';
  f.setAttribute('role', 'status');
  f.textContent = text;
  document.body.append(f);
  setTimeout(() => f.remove(), 2600);
}

customElements.define('knot-list', class extends HTMLElement {
  connectedCallback() {
    this.innerHTML = KNOTS.map(([name, level, min, text]) =>
      `<details><summary><b>${name}</b><span class="lvl ${level}">${level}</span><span class="min">${min} min</span></summary>
       <p>${text}</p></details><button class="say" data-knot="${name}">💬 Comments (2)</button>`).join('');
    document.getElementById('howmany').textContent = `(${KNOTS.length})`;
    this.addEventListener('click', e => { if (e.target.matches('.say')) talk(e.target.dataset.knot); });
  }
});

function talk(name) {
  const box = document.querySelector('.talk');
  box.innerHTML = `<h2>Comments on ${name}</h2>` +
    COMMENTS.map(([who, what]) => `<blockquote>${what}<cite>${who}</cite></blockquote>`).join('') +
    `<form novalidate><label>Name <input name="who"></label><label>Comment (up to 100 characters) <textarea name="what" rows="2"></textarea></label>
     <button class="full">Post comment</button> <button type="button">Close</button></form>`;
  box.querySelector('form').onsubmit = e => { e.preventDefault(); e.target.reset(); flash('Thank you, your comment has been posted'); };
  box.querySelector('[type=button]').onclick = () => box.classList.remove('up');
  box.classList.add('up');
}

customElements.define('knot-timer', class extends HTMLElement {
  connectedCallback() {
    this.innerHTML = `<div class="ring" role="timer">10:00</div><button class="full go">Start</button> <button class="zero">Reset</button><p class="state">Ready when you are</p>`;
    const ring = this.querySelector('.ring'), go = this.querySelector('.go'), state = this.querySelector('.state');
    go.onclick = () => {
      const on = ring.classList.toggle('run');
      go.textContent = on ? 'Pause' : 'Continue';
      state.textContent = on ? 'Running. Keep tying!' : 'Paused';
    };
    this.querySelector('.zero').onclick = () => {
      ring.classList.remove('run');
      go.textContent = 'Start';
      state.textContent = 'Ready when you are';
    };
  }
});

customElements.define('knot-form', class extends HTMLElement {
  connectedCallback() {
    this.innerHTML = `<form><label>Title <input name="title" required></label>
      <label>Level <select name="level"><option>Beginner<option>Intermediate<option>Advanced</select></label>
      <label>Study time (minutes) <input name="min" type="number" required></label>
      <button class="full">Add to the class</button></form>`;
    this.firstChild.onsubmit = e => {
      e.preventDefault();
      flash(`“${e.target.title.value}” has been added and saved`);
      e.target.reset();
    };
  }
});

document.getElementById('reset').onclick = () => {
  if (confirm('Bring back the original knots? Your own entries and comments will be lost.')) flash('The sample data is back');
};
