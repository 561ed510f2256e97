(() => {
  const KINDS = { City: '⌂', Mountain: '▲', Island: '◒', Desert: '☀', Volcano: '♨', Monument: '♜', Water: '≈' };
  const START = 'Reykjavík,City,40|Quito,City,50|Samarkand,City,70|Matterhorn,Mountain,30|Denali,Mountain,55|Bora Bora,Island,45|Madagascar,Island,35|Gobi,Desert,40|Namib,Desert,60|Krakatoa,Volcano,65|Etna,Volcano,20|Petra,Monument,50|Machu Picchu,Monument,45|Victoria Falls,Water,35|Amazon,Water,15|Strait of Magellan,Water,80'
    .split('|').map((l) => { const [title, kind, points] = l.split(','); return { title, kind, points: +points, fav: false }; });
  const POOL = [
    ['Iceland', 'Reykjavík', ['Oslo', 'Akureyri', 'Tórshavn']], ['Ecuador', 'Quito', ['Lima', 'Guayaquil', 'Bogotá']],
    ['Switzerland', 'Bern', ['Zurich', 'Geneva', 'Basel']], ['South Korea', 'Seoul', ['Busan', 'Pyongyang', 'Incheon']],
    ['Nigeria', 'Abuja', ['Lagos', 'Kano', 'Accra']], ['Poland', 'Warsaw', ['Kraków', 'Gdańsk', 'Prague']],
    ['Jordan', 'Amman', ['Petra', 'Damascus', 'Aqaba']], ['Myanmar', 'Naypyidaw', ['Yangon', 'Mandalay', 'Bangkok']],
    ['Kazakhstan', 'Astana', ['Almaty', 'Tashkent', 'Shymkent']],
  ];

  // --- IndexedDB, keyed by title in lower case; falls back to memory
  let base = null;
  const open = () => new Promise((done) => {
    let rq;
    try { rq = indexedDB.open('meridian', 1); } catch { return done(null); }
    rq.onupgradeneeded = () => {
      const os = rq.result.createObjectStore('places', { keyPath: 'key' });
      START.forEach((p, n) => os.add({ ...p, key: p.title.toLowerCase(), n }));
    };
    rq.onsuccess = () => done(rq.result);
    rq.onerror = () => done(null);
  });
  const load = () => new Promise((done) => {
    if (!base) return done(START.map((p, n) => ({ ...p, key: p.title.toLowerCase(), n })));
    const rq = base.transaction('places').objectStore('places').getAll();
    rq.onsuccess = () => done(rq.result.sort((a, b) => a.n - b.n));
  });
  const put = (p) => { if (base) base.transaction('places', 'readwrite').objectStore('places').put(p); };

  const S = { tab: 'map', all: [], find: '', quiz: null, left: 180, going: null, rang: false };
  const $ = (s) => document.querySelector(s);
  const esc = (t) => String(t).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
  const ico = (n) => `<svg><use href="#${n}"/></svg>`;
  const mix = (a) => { a = a.slice(); for (let i = a.length - 1; i > 0; i--) { const j = Math.random() * (i + 1) | 0; [a[i], a[j]] = [a[j], a[i]]; } return a; };
  const plain = (t) => t.toLowerCase().normalize('NFD').replace(/[\u0300-\u036f]/g, '');

  const card = (p) => `<article class="card"><span class="sym">${KINDS[p.kind] || '●'}</span><div><strong>${esc(p.title)}</strong><small>${esc(p.kind)} · ${p.points} pts</small></div>
    <button data-fav="${esc(p.key)}" class="${p.fav ? 'on' : ''}" aria-pressed="${p.fav}" title="${p.fav ? 'Remove from' : 'Add to'} favourites">${ico('heart')}</button></article>`;
  const list = (items, nothing) => items.length ? `<div class="grid">${items.map(card).join('')}</div>` : `<div class="void"><span>○</span>${nothing}</div>`;

  const views = {
    map() {
      const hits = S.all.filter((p) => plain(p.title + ' ' + p.kind).includes(plain(S.find.trim())));
      return `<p class="hint">${S.find.trim() ? `${hits.length} / ${S.all.length}` : S.all.length} places</p>` + list(hits, `Nothing found for “${esc(S.find.trim())}”`);
    },
    heart() {
      return '<h2 class="hint">Favourites</h2>' + list(S.all.filter((p) => p.fav), 'No favourites yet – tap a heart on the map page.');
    },
    quiz() {
      const q = S.quiz;
      if (!q) return `<div class="center"><h2>Do you know your capitals?</h2><p class="hint">5 questions</p><button class="big" data-do="begin">${ico('play')}Start quiz</button></div>`;
      const dots = `<div class="dots">${[0, 1, 2, 3, 4].map((i) => `<i class="${q.marks[i] || ''}"></i>`).join('')}</div>`;
      const score = q.marks.filter((m) => m === 'yes').length;
      if (q.at > 4) return `<div class="center">${dots}<h2>${score} / 5</h2><p class="hint">${['Oh dear.', 'A start.', 'Getting there.', 'Good.', 'Very good!', 'Flawless!'][score]}</p><button class="big" data-do="begin" title="Once more">${ico('back')}</button></div>`;
      const [land, right] = q.set[q.at];
      return `<div class="center">${dots}<p class="hint">${q.at + 1} / 5 · ★ ${score}</p><h2>Capital of ${land}?</h2><div class="opts">${q.opts.map((o) =>
        `<button data-pick="${o}" ${q.picked ? 'disabled' : ''} class="${q.picked && o === right ? 'yes' : q.picked === o ? 'no' : ''}">${o}</button>`).join('')}</div>
        ${q.picked ? `<p role="status">${q.picked === right ? '✔ Correct' : '✘ Wrong – ' + right}</p><button class="big" data-do="next" aria-label="Next">${ico('next')}</button>` : ''}</div>`;
    },
    clock() {
      const L = 2 * Math.PI * 54;
      return `<div class="center"><div class="ring"><svg viewBox="0 0 120 120"><circle cx="60" cy="60" r="54" stroke="#39446f"/><circle cx="60" cy="60" r="54" stroke="#4fd6a8" stroke-dasharray="${L}" stroke-dashoffset="${L * (1 - S.left / 180)}"/></svg><span>${S.left / 60 | 0}:${String(S.left % 60).padStart(2, '0')}</span></div>
        ${S.rang ? '<p role="alert" style="font-size:24px;margin-top:12px">Time’s up!</p>' : ''}
        <p style="display:flex;justify-content:center;gap:12px"><button class="big" data-do="toggle" title="${S.going ? 'Pause' : S.left < 180 ? 'Continue' : 'Start'}" ${S.left ? '' : 'disabled'}>${ico(S.going ? 'pause' : 'play')}</button>
        <button class="big" data-do="rewind" aria-label="Back to 3 minutes">${ico('back')}</button></p></div>`;
    },
  };
  function draw() {
    $('#stage').innerHTML = views[S.tab]();
    document.querySelectorAll('#tabs button').forEach((b) => b.classList.toggle('on', b.dataset.tab === S.tab));
    $('#badge').textContent = S.all.filter((p) => p.fav).length;
  }
  function toast(t) {
    const d = document.createElement('div');
    d.className = 'toast'; d.textContent = t; document.body.append(d);
    setTimeout(() => d.remove(), 2000);
  }
  function deal() { S.quiz.picked = null; if (S.quiz.at < 5) { const [, r, w] = S.quiz.set[S.quiz.at]; S.quiz.opts = mix([r, ...w]); } }
  function stop() { clearInterval(S.going); S.going = null; }

  const acts = {
    begin() { S.quiz = { set: mix(POOL).slice(0, 5), at: 0, marks: [] }; deal(); },
    next() { S.quiz.at++; deal(); },
    toggle() {
      if (S.going) return stop();
      const end = Date.now() + S.left * 1000;
      S.going = setInterval(() => {
        S.left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
        if (!S.left) { stop(); S.rang = true; if (S.tab !== 'clock') toast('Time’s up!'); }
        if (S.tab === 'clock') draw();
      }, 250);
    },
    rewind() { stop(); S.left = 180; S.rang = false; },
  };
  $('#stage').onclick = (e) => {
    const b = e.target.closest('button');
    if (!b) return;
    if (b.dataset.fav) { const p = S.all.find((x) => x.key === b.dataset.fav); p.fav = !p.fav; put(p); }
    if (b.dataset.do) acts[b.dataset.do]();
    if (b.dataset.pick) { const q = S.quiz; q.picked = b.dataset.pick; q.marks[q.at] = q.picked === q.set[q.at][1] ? 'yes' : 'no'; }
    draw();
  };
  $('#tabs').onclick = (e) => { const b = e.target.closest('button'); if (b) { S.tab = b.dataset.tab; draw(); scrollTo(0, 0); } };
  const lens = (on) => { $('#top').classList.toggle('open', on); $('#q').tabIndex = on ? 0 : -1; if (on) $('#q').focus(); else $('#q').value = S.find = ''; };
  $('#lens').onclick = () => { S.tab = 'map'; lens(!$('#top').classList.contains('open')); draw(); };
  $('#q').oninput = (e) => { S.find = e.target.value; S.tab = 'map'; draw(); };
  const drawer = (on) => { $('#drawer').classList.toggle('open', on); if (on) { $('#drawer').reset(); $('#err').textContent = ''; setTimeout(() => $('#drawer').title_.focus(), 60); } };
  $('#drawer').title_ = $('#drawer').elements.namedItem('title');
  $('#plusBtn').onclick = () => drawer(true);
  $('#shut').onclick = () => drawer(false);
  addEventListener('keydown', (e) => { if (e.key === 'Escape') { drawer(false); } });
  $('#drawer').elements.kind.innerHTML = Object.keys(KINDS).map((k) => `<option>${k}</option>`).join('');
  $('#drawer').onsubmit = (e) => {
    e.preventDefault();
    const f = new FormData(e.target);
    const title = f.get('title').trim(), pts = f.get('points').trim();
    const bad = !title ? 'A name is needed.'
      : !/\p{L}/u.test(title) || title.length > 60 ? 'That is not a name (letters, at most 60 characters).'
        : S.all.some((p) => p.key === title.toLowerCase()) ? `${title} is already on the map.`
          : !/^\d+$/.test(pts) || +pts > 1000 ? 'Points: a whole number from 0 to 1000, please.' : '';
    $('#err').textContent = bad;
    if (bad) return;
    const p = { key: title.toLowerCase(), title, kind: f.get('kind'), points: +pts, fav: false, n: Date.now() };
    S.all.push(p); put(p);
    drawer(false); lens(false); S.tab = 'map'; draw(); toast(`${title} added`);
  };
  open().then((d) => { base = d; return load(); }).then((a) => { S.all = a; draw(); });
})();
