(() => {
  'use strict';
  const CODES = { SUNDAY: 10 };
  const BAG = 'third-thread/bag';
  const $ = s => document.querySelector(s);
  const euro = c => '€' + (c / 100).toFixed(2);
  const byId = id => GARMENTS.find(g => g.id === id);
  const date = d => new Date(d + 'T12:00').toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  const esc = s => String(s).replace(/[&<>"]/g, c => '&#' + c.charCodeAt(0) + ';');

  const icon = {
    plus: '<svg viewBox="0 0 24 24"><path d="M12 5v14M5 12h14"/></svg>',
    minus: '<svg viewBox="0 0 24 24"><path d="M5 12h14"/></svg>',
    bin: '<svg viewBox="0 0 24 24"><path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6"/></svg>',
    bag: '<svg viewBox="0 0 24 24"><path d="M6 8h12l1.5 13h-15zM9 8V6.5a3 3 0 0 1 6 0V8M12 11.5v6M9 14.5h6"/></svg>',
    back: '<svg viewBox="0 0 24 24"><path d="M20 12H4M11 5l-7 7 7 7"/></svg>',
    ok: '<svg viewBox="0 0 24 24"><path d="M4 12.5l5.5 5.5L20 6.5"/></svg>'
  };
  const drawing = g => `<svg class="cloth" viewBox="0 0 80 80" style="color:${g.tint}"><path d="${SHAPES[g.shape]}"/></svg>`;

  /* ----- bag: { lines: {id: n}, code } ----- */
  let bag = { lines: {}, code: '' };
  try {
    const kept = JSON.parse(localStorage.getItem(BAG));
    if (kept && kept.lines) {
      for (const [id, n] of Object.entries(kept.lines)) {
        const g = byId(id);
        if (g && n > 0 && g.stock) bag.lines[id] = Math.min(n, g.stock);
      }
      if (CODES[kept.code] && Object.keys(bag.lines).length) bag.code = kept.code;
    }
  } catch { /* start with an empty bag */ }

  const filter = { dep: '', max: '' };

  function toast(text, bad) {
    const t = document.createElement('div');
    t.className = bad ? 'toast bad' : 'toast';
    t.textContent = text;
    $('.toasts').replaceChildren(t);
    setTimeout(() => t.remove(), 2800);
  }

  function setQty(id, n) {
    const g = byId(id);
    if (n > g.stock) { toast(`Only ${g.stock} of “${g.title}” in stock`, true); return false; }
    if (n <= 0) delete bag.lines[id]; else bag.lines[id] = n;
    if (!Object.keys(bag.lines).length) bag.code = '';
    localStorage.setItem(BAG, JSON.stringify(bag));
    paintBag();
    return true;
  }

  function put(id) {
    const g = byId(id);
    if (!g.stock) return toast(`“${g.title}” is sold out`, true);
    if (setQty(id, (bag.lines[id] || 0) + 1)) toast(`${g.title} is in your bag`);
  }

  function sums() {
    const pieces = Object.values(bag.lines).reduce((a, n) => a + n, 0);
    const sub = Object.entries(bag.lines).reduce((a, [id, n]) => a + byId(id).price * n, 0);
    const off = bag.code ? Math.round(sub * CODES[bag.code] / 100) : 0;
    return { pieces, sub, off, total: sub - off };
  }

  function paintBag(note = '') {
    const { pieces, sub, off, total } = sums();
    $('.count').textContent = pieces || '';
    $('.bag').innerHTML = !pieces ? '<p class="void">Nothing in here yet.</p>' : `
      <ul>${Object.entries(bag.lines).map(([id, n]) => {
        const g = byId(id);
        return `<li data-id="${id}">${drawing(g)}
          <div><a href="#/garment/${id}">${g.title}</a><small>${euro(g.price)} each</small>
            <span class="step"><button data-do="less">${icon.minus}</button><output>${n}</output><button data-do="more" class="${n >= g.stock ? 'dim' : ''}">${icon.plus}</button></span></div>
          <div class="end"><button data-do="drop" title="Remove">${icon.bin}</button><b>${euro(g.price * n)}</b></div></li>`;
      }).join('')}</ul>
      <form class="code"><input placeholder="Coupon" autocomplete="off"><button class="ib">${icon.ok}</button></form>
      <p class="note">${note}</p>
      <dl>${off ? `<dt>Subtotal</dt><dd>${euro(sub)}</dd><dt>${bag.code} −${CODES[bag.code]}%</dt><dd>−${euro(off)}</dd>` : ''}
        <dt class="sum">Total</dt><dd class="sum">${euro(total)}</dd></dl>`;
  }

  $('.bag').addEventListener('click', e => {
    const b = e.target.closest('[data-do]');
    if (!b) { if (e.target.closest('a')) closeAll(); return; }
    const id = b.closest('li').dataset.id, n = bag.lines[id];
    if (b.dataset.do === 'more') setQty(id, n + 1);
    if (b.dataset.do === 'less') setQty(id, n - 1);
    if (b.dataset.do === 'drop') { setQty(id, 0); toast(`${byId(id).title} taken out`); }
  });

  $('.bag').addEventListener('submit', e => {
    e.preventDefault();
    const typed = $('.code input').value.trim(), code = typed.toUpperCase();
    if (!code) return;
    if (!Object.hasOwn(CODES, code)) return paintBag(`We don't know a coupon “${esc(typed)}”.`);
    if (bag.code) return paintBag(`${code} is already taken off.`);
    bag.code = code;
    localStorage.setItem(BAG, JSON.stringify(bag));
    paintBag();
    toast(`${CODES[code]}% off – enjoy your Sunday`);
  });

  /* ----- filter ----- */
  const limit = () => {
    const t = filter.max.replace(/[€\s]/g, '').replace(',', '.');
    return t !== '' && Number(t) >= 0 ? Math.round(Number(t) * 100) : Infinity;
  };
  const hits = () => GARMENTS.filter(g => (!filter.dep || g.dep === filter.dep) && g.price <= limit());

  function paintFilter() {
    const deps = [...new Set(GARMENTS.map(g => g.dep))];
    $('.deps').innerHTML = ['', ...deps].map(d => `<button class="${d === filter.dep ? 'on' : ''}" data-dep="${d}">${d || 'Everything'}</button>`).join('');
    if ($('.js-max').value !== filter.max) $('.js-max').value = filter.max;
    const n = hits().length;
    $('.hits').textContent = n === 1 ? '1 garment fits' : n ? `${n} garments fit` : 'nothing left';
    $('.pip').hidden = !filter.dep && limit() === Infinity;
  }
  function refilter() { paintFilter(); if (!location.hash.startsWith('#/garment/')) list(); }
  function clearFilter() { filter.dep = filter.max = ''; refilter(); }
  $('.deps').addEventListener('click', e => {
    const b = e.target.closest('[data-dep]');
    if (b) { filter.dep = b.dataset.dep; if (location.hash.startsWith('#/garment/')) location.hash = '#/'; refilter(); }
  });
  $('.js-max').addEventListener('input', e => { filter.max = e.target.value; if (location.hash.startsWith('#/garment/')) location.hash = '#/'; refilter(); });
  $('.js-clear').addEventListener('click', clearFilter);

  /* ----- pages ----- */
  function list() {
    const found = hits(), all = GARMENTS.length;
    $('main').innerHTML = `
      <div class="lead"><h1>The collection</h1><p>${found.length === all ? `${all} garments` : `${found.length} of ${all} garments`}</p></div>
      ${found.length ? `<div class="wall">${found.map(g => `
        <figure data-id="${g.id}" class="${g.stock ? '' : 'out'}">
          <div class="pic">${drawing(g)}
            ${g.stock ? `<button class="ib add" title="Put in bag">${icon.bag}</button>` : '<span class="tag">Sold out</span>'}
          </div>
          <figcaption><a href="#/garment/${g.id}">${g.title}</a><span>${g.dep}</span><b>${euro(g.price)}</b></figcaption>
        </figure>`).join('')}</div>`
      : `<div class="void"><p>There is nothing left with these filters.</p><button class="ib js-again" title="Clear filters"><svg viewBox="0 0 24 24"><path d="M5 5l14 14M19 5L5 19"/></svg></button></div>`}`;
    document.title = 'Third Thread';
  }

  function detail(id) {
    const g = byId(id);
    if (!g) {
      $('main').innerHTML = `<a class="ib return" href="#/">${icon.back}</a><p class="void">We do not have this garment (any more).</p>`;
      return;
    }
    document.title = `${g.title} – Third Thread`;
    $('main').innerHTML = `
      <a class="ib return" href="#/" title="Back to the collection">${icon.back}</a>
      <div class="one" data-id="${g.id}">
        <div class="pic">${drawing(g)}</div>
        <div class="text">
          <small>${g.dep}</small><h1>${g.title}</h1><p class="price">${euro(g.price)}</p>
          <p>${g.text}</p>
          <table>
            <tr><td>Maker</td><td>${g.maker}</td></tr>
            <tr><td>Material</td><td>${g.stuff}</td></tr>
            <tr><td>Added on</td><td>${date(g.added)}</td></tr>
            <tr><td>In stock</td><td>${g.stock || 'Sold out'}</td></tr>
          </table>
          <button class="ib add big" ${g.stock ? '' : 'disabled'}>${icon.bag}</button>
        </div>
      </div>`;
  }

  $('main').addEventListener('click', e => {
    const add = e.target.closest('.add');
    if (add) return put(add.closest('[data-id]').dataset.id);
    if (e.target.closest('.js-again')) return clearFilter();
    const pic = e.target.closest('figure .pic');
    if (pic) location.hash = '#/garment/' + pic.parentNode.dataset.id;
  });

  function go() {
    const m = location.hash.match(/^#\/garment\/(.+)$/);
    m ? detail(decodeURIComponent(m[1])) : list();
  }
  addEventListener('hashchange', () => { go(); scrollTo(0, 0); });

  /* ----- drawers ----- */
  const closeAll = () => { document.body.classList.remove('show-left', 'show-right'); };
  $('.js-filter').onclick = () => { closeAll(); document.body.classList.add('show-left'); };
  $('.js-bag').onclick = () => { closeAll(); paintBag(); document.body.classList.add('show-right'); };
  $('.veil').onclick = closeAll;
  document.querySelectorAll('.js-close').forEach(b => { b.onclick = closeAll; });
  addEventListener('keydown', e => { if (e.key === 'Escape') closeAll(); });

  paintFilter();
  paintBag();
  go();
})();
