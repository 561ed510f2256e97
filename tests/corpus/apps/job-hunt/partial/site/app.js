(function () {
  'use strict';

  const KEY = 'nextdesk.applications';
  const STAGES = [
    { id: 'applied', name: 'Applied' },
    { id: 'interviewing', name: 'Interviewing' },
    { id: 'offered', name: 'Offered' }
  ];
  const FIELDS = ['Office & admin', 'IT', 'Care & health', 'Trades', 'Teaching', 'Sales', 'Logistics', 'Other'];

  const EXAMPLES = [
    { title: 'Payroll clerk at Lindner & Co', field: 'Office & admin', pay: 2900, stage: 'applied' },
    { title: 'Junior web developer, Harbour Labs', field: 'IT', pay: 3450, stage: 'interviewing' },
    { title: 'Night nurse at St. Agnes', field: 'Care & health', pay: 3180, stage: 'offered' },
    { title: 'Joiner in the Brook workshop', field: 'Trades', pay: 2750, stage: 'applied' },
    { title: 'Language tutor, City College', field: 'Teaching', pay: 2620, stage: 'applied' },
    { title: 'Warehouse planner, Norden Freight', field: 'Logistics', pay: 3050, stage: 'interviewing' },
    { title: 'Bookshop assistant', field: 'Sales', pay: 2240, stage: 'applied' }
  ];

  const $ = (id) => document.getElementById(id);

  let apps = load();

  function load() {
    try {
      const raw = localStorage.getItem(KEY);
      if (raw) return JSON.parse(raw);
    } catch (e) { /* fall through to the examples */ }
    return withIds(EXAMPLES);
  }

  function withIds(list) {
    return list.map((a, i) => Object.assign({ id: 'a' + Date.now().toString(36) + i }, a));
  }

  function save() {
    localStorage.setItem(KEY, JSON.stringify(apps));
  }

  const euro = (n) => '€' + Number(n).toLocaleString('en-GB');
  const esc = (s) => String(s).replace(/[&<>"']/g, (c) => '&#' + c.charCodeAt(0) + ';');
  const stageName = (id) => STAGES.find((s) => s.id === id).name;

  /* ---------- views ---------- */

  function route() {
    const view = location.hash === '#/board' ? 'board' : 'list';
    $('view-list').hidden = view !== 'list';
    $('view-board').hidden = view !== 'board';
    document.querySelectorAll('[data-tab]').forEach((a) => {
      const on = a.dataset.tab === view;
      a.classList.toggle('on', on);
      if (on) a.setAttribute('aria-current', 'page'); else a.removeAttribute('aria-current');
    });
    draw();
  }

  function draw() {
    drawList();
    drawBoard();
  }

  function drawList() {
    $('count').textContent = apps.length + ' applications on your desk';
    $('empty').hidden = apps.length > 0;
    $('clearBtn').hidden = apps.length === 0;
    $('apps').innerHTML = apps.map((a) => `
      <li>
        <span class="avatar" aria-hidden="true">${esc(a.title.charAt(0).toUpperCase())}</span>
        <h3 class="name">${esc(a.title)}</h3>
        <span class="area muted">${esc(a.field)}</span>
        <span class="pay">${euro(a.pay)} <small>a month</small></span>
        <span class="pill ${a.stage}">${stageName(a.stage)}</span>
      </li>`).join('');
  }

  function drawBoard() {
    $('board').innerHTML = STAGES.map((s) => {
      const mine = apps.filter((a) => a.stage === s.id);
      return `
        <section class="col ${s.id}" data-stage="${s.id}" aria-label="${s.name}">
          <div class="col-head"><h2>${s.name}</h2><span class="num">${mine.length}</span></div>
          <div class="cards">${mine.map(card).join('')}</div>
        </section>`;
    }).join('');
  }

  function card(a) {
    const opts = STAGES.map((s) =>
      `<option value="${s.id}" ${s.id === a.stage ? 'selected' : ''}>${s.name}</option>`).join('');
    return `
      <article class="card" draggable="true" data-id="${a.id}">
        <h3>${esc(a.title)}</h3>
        <p>${esc(a.field)} · ${euro(a.pay)}</p>
        <label>Move to <select>${opts}</select></label>
      </article>`;
  }

  /* ---------- board: select and drag ---------- */

  $('board').addEventListener('change', (e) => {
    const box = e.target.closest('.card');
    if (!box) return;
    apps.find((a) => a.id === box.dataset.id).stage = e.target.value;
    save();
    draw();
  });

  let lifted = null;

  $('board').addEventListener('dragstart', (e) => {
    lifted = e.target.closest('.card');
    if (!lifted) return;
    lifted.classList.add('lifted');
    e.dataTransfer.effectAllowed = 'move';
    e.dataTransfer.setData('text/plain', lifted.dataset.id);
  });

  $('board').addEventListener('dragover', (e) => {
    const col = e.target.closest('.col');
    if (!col || !lifted) return;
    e.preventDefault();
    document.querySelectorAll('.col').forEach((c) => c.classList.toggle('over', c === col));
  });

  $('board').addEventListener('drop', (e) => {
    const col = e.target.closest('.col');
    if (!col || !lifted) return;
    e.preventDefault();
    col.querySelector('.cards').appendChild(lifted);
    lifted.querySelector('select').value = col.dataset.stage;
  });

  $('board').addEventListener('dragend', () => {
    if (lifted) lifted.classList.remove('lifted');
    lifted = null;
    document.querySelectorAll('.col.over').forEach((c) => c.classList.remove('over'));
  });

  /* ---------- form ---------- */

  $('f-field').innerHTML = FIELDS.map((f) => `<option>${f.replace('&', '&amp;')}</option>`).join('');
  $('f-stage').innerHTML = STAGES.map((s) => `<option value="${s.id}">${s.name}</option>`).join('');

  function fieldError(name, text) {
    $('err-' + name).textContent = text;
    $('f-' + name).classList.toggle('bad', !!text);
    $('f-' + name).setAttribute('aria-invalid', text ? 'true' : 'false');
  }

  function openForm() {
    $('form').reset();
    fieldError('title', '');
    fieldError('pay', '');
    $('formDialog').showModal();
    $('f-title').focus();
  }

  $('newBtn').onclick = openForm;
  $('closeForm').onclick = $('cancelForm').onclick = () => $('formDialog').close();

  $('form').addEventListener('submit', (e) => {
    e.preventDefault();
    const title = $('f-title').value.trim();
    const pay = Number($('f-pay').value);
    let titleMsg = '';
    let payMsg = '';

    if (!title) titleMsg = 'Please give the application a title.';
    else if (apps.some((a) => a.title === title)) titleMsg = 'You already have an application with this title.';

    if (isNaN(pay)) payMsg = 'Please enter the monthly pay.';
    else if (pay < 0) payMsg = 'The pay cannot be negative.';

    fieldError('title', titleMsg);
    fieldError('pay', payMsg);
    if (titleMsg || payMsg) {
      $(titleMsg ? 'f-title' : 'f-pay').focus();
      return;
    }

    apps.push({
      id: 'a' + Date.now().toString(36),
      title, pay,
      field: $('f-field').value,
      stage: $('f-stage').value
    });
    save();
    $('formDialog').close();
    draw();
  });

  /* ---------- clearing, examples, welcome ---------- */

  $('clearBtn').onclick = () => $('clearDialog').showModal();
  $('clearNo').onclick = () => $('clearDialog').close();
  $('clearYes').onclick = () => {
    apps = [];
    save();
    $('clearDialog').close();
    draw();
  };

  $('examplesBtn').onclick = () => {
    apps = withIds(EXAMPLES);
    save();
    draw();
  };

  $('welcome').hidden = sessionStorage.getItem('nextdesk.welcomed') === '1';
  $('gotIt').onclick = () => {
    sessionStorage.setItem('nextdesk.welcomed', '1');
    $('welcome').hidden = true;
  };

  window.addEventListener('hashchange', route);
  route();
})();
