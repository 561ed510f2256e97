(() => {
  const stations = [
    ['Gullwing Pier', 'Coast', 84], ['Thistle Ridge', 'Mountain', 47], ['Old Mill Weir', 'Valley', 71],
    ['Birchdene Clearing', 'Forest', 78], ['Lantern Point', 'Coast', 81], ['Rooftop School No. 4', 'Town', 52],
    ['Kestrel Saddle', 'Mountain', 39], ['Fernhollow', 'Forest', 88], ['Bramley Orchard', 'Valley', 63],
    ['Market Hall Roof', 'Town', 49], ['Addersfield', 'Valley', 66], ['Cold Cairn', 'Mountain', 55],
  ].map(([title, terrain, humidity]) => ({ title, terrain, humidity }));
  const terrains = [...new Set(stations.map(s => s.terrain))];
  const PER = 5;
  const view = { terrain: '', max: null, sort: 'none', page: 0, bars: 'count' };
  const $ = q => document.querySelector(q);
  const each = (q, fn) => document.querySelectorAll(q).forEach(fn);
  const order = {
    none: null,
    humUp: (a, b) => a.humidity - b.humidity,
    humDown: (a, b) => b.humidity - a.humidity,
    az: (a, b) => a.title.localeCompare(b.title, 'en'),
  };
  const orderName = { none: 'original order', humUp: 'driest first', humDown: 'most humid first', az: 'A to Z' };

  function chosen() {
    const list = stations.filter(s => (!view.terrain || s.terrain === view.terrain) && (view.max === null || s.humidity <= view.max));
    return order[view.sort] ? list.sort(order[view.sort]) : list;
  }

  function make(tag, text, cls) {
    const e = document.createElement(tag);
    if (text !== undefined) e.textContent = text;
    if (cls) e.className = cls;
    return e;
  }

  function drawBars() {
    const rows = terrains.map(t => {
      const of = stations.filter(s => s.terrain === t);
      return [t, view.bars === 'count' ? of.length : of.reduce((n, s) => n + s.humidity, 0) / of.length];
    });
    const top = view.bars === 'count' ? Math.max(...rows.map(r => r[1])) : 100;
    $('#bars-title').textContent = view.bars === 'count' ? 'Stations per terrain' : 'Average humidity per terrain';
    $('#bars').replaceChildren(...rows.map(([t, v]) => {
      const row = make('div', undefined, 'bar'), track = make('div'), fill = make('i');
      fill.style.width = v / top * 100 + '%';
      track.append(fill);
      row.append(make('span', t), track, make('b', view.bars === 'count' ? v : v.toFixed(1) + ' %'));
      return row;
    }));
    each('[data-bars]', b => b.setAttribute('aria-pressed', b.dataset.bars === view.bars));
  }

  function draw() {
    const list = chosen();
    const pages = Math.max(1, Math.ceil(list.length / PER));
    view.page = Math.min(Math.max(view.page, 0), pages - 1);
    const filtered = view.terrain || view.max !== null;
    $('#total').textContent = stations.length;
    const says = [];
    if (view.terrain) says.push(view.terrain);
    if (view.max !== null) says.push('up to ' + view.max + ' %');
    $('#state').textContent = (filtered ? list.length + ' of ' + stations.length + ' stations (' + says.join(', ') + ')' : 'All ' + stations.length + ' stations') + ' · ' + orderName[view.sort];
    $('#clear').disabled = !filtered;
    $('.dot').hidden = !filtered;
    $('#cards').replaceChildren(...list.slice(view.page * PER, view.page * PER + PER).map(s => {
      const li = make('li'), box = make('div');
      box.append(make('h3', s.title), make('small', s.terrain));
      li.append(box, make('strong', s.humidity + ' %'));
      return li;
    }));
    if (!list.length) $('#cards').append(make('li', 'No station fits this filter. Try another terrain or a higher limit.', 'none'));
    $('#where').textContent = 'Page ' + (view.page + 1) + ' / ' + pages + ' · ' + list.length + (list.length === 1 ? ' station' : ' stations');
    $('#prev').disabled = view.page === 0;
    $('#next').disabled = view.page >= pages - 1;
    each('[data-sort]', b => b.setAttribute('aria-pressed', b.dataset.sort === view.sort));
  }

  function drawer(open) {
    $('#drawer').classList.toggle('open', open);
    $('#drawer').inert = !open;
    $('#veil').hidden = !open;
    $('#err').textContent = '';
    if (open) {
      $('#form').elements.terrain.value = view.terrain;
      $('#max').value = view.max === null ? '' : view.max;
      $('#max').focus();
    } else $('#open-filter').focus();
  }

  function theme() {
    const dark = document.documentElement.classList.contains('dark');
    $('#theme').setAttribute('aria-checked', dark);
    $('#theme use').setAttribute('href', dark ? '#i-sun' : '#i-moon');
  }

  $('#terrains').append(...['', ...terrains].map(t => {
    const l = make('label', undefined, 'pick'), r = make('input');
    r.type = 'radio'; r.name = 'terrain'; r.value = t;
    l.append(r, t || 'Every terrain');
    return l;
  }));
  each('[data-sort]', b => b.onclick = () => { view.sort = b.dataset.sort; view.page = 0; draw(); });
  each('[data-bars]', b => b.onclick = () => { view.bars = b.dataset.bars; drawBars(); });
  $('#prev').onclick = () => { view.page--; draw(); };
  $('#next').onclick = () => { view.page++; draw(); };
  $('#open-filter').onclick = () => drawer(true);
  $('#close').onclick = $('#veil').onclick = () => drawer(false);
  document.addEventListener('keydown', e => { if (e.key === 'Escape' && $('#drawer').classList.contains('open')) drawer(false); });
  $('#clear').onclick = () => { view.terrain = ''; view.max = null; view.page = 0; draw(); };
  $('#form').onsubmit = e => {
    e.preventDefault();
    const raw = $('#max').value.trim().replace('%', '').replace(',', '.').trim();
    if (raw !== '' && !(Number(raw) >= 0 && Number(raw) <= 100)) {
      $('#err').textContent = 'Please give a number from 0 to 100, or leave it empty.';
      return;
    }
    view.terrain = $('#form').elements.terrain.value;
    view.max = raw === '' ? null : Number(raw);
    view.page = 0;
    draw();
    drawer(false);
  };
  $('#theme').onclick = () => {
    const dark = document.documentElement.classList.toggle('dark');
    localStorage.setItem('skywatch.theme', dark ? 'dark' : 'light');
    theme();
  };
  theme(); drawBars(); draw();
})();
