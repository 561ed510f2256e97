'use strict';
(() => {
  const $ = id => document.getElementById(id);
  const dialog = $('upload');

  const ORDERS = {
    start: list => list,
    short: list => [...list].sort((a, b) => a.duration - b.duration),
    long: list => [...list].sort((a, b) => b.duration - a.duration),
    title: list => [...list].sort((a, b) => a.title.localeCompare(b.title, 'en', { sensitivity: 'base' }))
  };

  function draw() {
    const order = $('order');
    const list = ORDERS[order.value](Diary.all());
    $('tally').textContent = list.length;
    $('tally-word').textContent = list.length === 1 ? 'workout' : 'workouts';
    $('order-note').textContent = order.selectedOptions[0].textContent.toLowerCase();
    $('forget').hidden = Diary.uploaded() === 0;
    $('rows').replaceChildren(...list.map(w => {
      const tr = document.createElement('tr');
      const title = document.createElement('th');
      title.scope = 'row';
      title.textContent = w.title;
      const sport = document.createElement('td');
      sport.textContent = w.sport;
      const minutes = document.createElement('td');
      minutes.className = 'num';
      minutes.textContent = Diary.show(w.duration) + ' min';
      tr.append(title, sport, minutes);
      return tr;
    }));
  }

  function report(good, bad) {
    const p = document.createElement('p');
    p.textContent = good.length === 1 ? '1 workout was added to the diary.'
      : good.length + ' workouts were added to the diary.';
    $('report').replaceChildren(p);
    if (!bad.length) return;
    const q = document.createElement('p');
    q.textContent = (bad.length === 1 ? 'One line was' : bad.length + ' lines were') +
      ' left out (line 1 is the heading):';
    const ul = document.createElement('ul');
    for (const b of bad) {
      const li = document.createElement('li');
      li.textContent = 'Line ' + b.line + ': ' + b.why + '.';
      ul.append(li);
    }
    $('report').append(q, ul);
  }

  $('order').addEventListener('change', draw);

  $('open-upload').addEventListener('click', () => {
    $('upload-form').reset();
    $('upload-problem').textContent = '';
    dialog.showModal();
  });
  $('cancel-upload').addEventListener('click', () => dialog.close());
  $('file').addEventListener('change', () => { $('upload-problem').textContent = ''; });

  $('upload-form').addEventListener('submit', async event => {
    event.preventDefault();
    const file = $('file').files[0];
    if (!file) { $('upload-problem').textContent = 'Please choose a file first.'; return; }
    const result = Diary.readCsv(await file.text());
    if (result.refused) { $('upload-problem').textContent = result.refused; return; }
    Diary.add(result.good);
    dialog.close();
    draw();
    report(result.good, result.bad);
  });

  $('forget').addEventListener('click', () => {
    Diary.forget();
    draw();
    const p = document.createElement('p');
    p.textContent = 'The uploaded workouts were removed; the examples are still here.';
    $('report').replaceChildren(p);
  });

  $('order').value = 'start';
  draw();
})();
