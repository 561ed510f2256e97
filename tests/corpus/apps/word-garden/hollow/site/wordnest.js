(function () {
  'use strict';
  const one = (s) => document.querySelector(s);
  const all = (s) => Array.from(document.querySelectorAll(s));

  /* pages */
  function route() {
    const [page, slug] = location.hash.replace(/^#\/?/, '').split('/');
    const known = all('.page').some((p) => p.dataset.page === page);
    all('.page').forEach((p) => { p.hidden = p.dataset.page !== (known ? page : ''); });
    if (page === 'word') {
      const link = one('.words a[href="' + location.hash + '"]');
      one('#wordTitle').textContent = link ? link.textContent : 'Wanderlust';
    }
    all('nav a').forEach((a) => a.classList.toggle('here', a.hash === (location.hash || '#/')));
    scrollTo(0, 0);
  }
  addEventListener('hashchange', route);

  /* messages */
  let timer;
  function toast(text) {
    one('#toast').textContent = text;
    one('#toast').classList.add('on');
    clearTimeout(timer);
    timer = setTimeout(() => one('#toast').classList.remove('on'), 3000);
  }
  const says = (id, text) => one(id).addEventListener('click', () => toast(text));

  /* words */
  one('#openAdd').addEventListener('click', () => { one('#addForm').hidden = !one('#addForm').hidden; });
  one('#addForm').addEventListener('submit', (e) => {
    e.preventDefault();
    e.target.reset();
    e.target.hidden = true;
    toast('Saved. The word is in your nest now.');
  });
  says('#sort', 'Sorted by points');
  says('#export', 'Export is ready');
  says('#practise', 'Saved. Points updated.');
  says('#edit', 'Changes saved');
  says('#saveNow', 'Saved');
  says('#reset', 'Sample data restored');
  says('#send', 'Your request has been sent. Thank you!');

  /* quiz */
  all('.answer').forEach((b) => b.addEventListener('click', () => {
    b.closest('.question').querySelector('.feedback').textContent = 'Correct';
  }));
  one('#again').addEventListener('click', () => scrollTo(0, 0));

  /* request */
  all('[data-go]').forEach((b) => b.addEventListener('click', () => {
    all('[data-step]').forEach((s) => { s.hidden = s.dataset.step !== b.dataset.go; });
    all('.wizard li').forEach((li, i) => li.classList.toggle('now', i + 1 === Number(b.dataset.go)));
    all('[data-step] input').forEach((i) => { i.value = ''; });
  }));

  /* keys */
  const keys = one('#keys');
  one('#keysClose').addEventListener('click', () => { keys.hidden = true; });
  addEventListener('keydown', (e) => {
    if (e.key === 'Escape') keys.hidden = true;
    if (e.target.matches('input, select, textarea')) return;
    if (e.key === '?') keys.hidden = false;
  });

  route();
})();
