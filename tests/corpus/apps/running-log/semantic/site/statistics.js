'use strict';
(() => {
  const $ = id => document.getElementById(id);
  let measure = 'count';

  function element(tag, text, className) {
    const e = document.createElement(tag);
    e.textContent = text;
    if (className) e.className = className;
    return e;
  }

  function drawFigures() {
    const sport = $('sport').value;
    const f = Diary.figures(Diary.all().filter(w => !sport || w.sport === sport));
    const pairs = [
      ['Workouts', f.count],
      ['Total duration', Diary.show(f.total) + ' min'],
      ['Average duration', Diary.show(f.average) + ' min'],
      ['Highest duration', Diary.show(f.highest) + ' min'],
      ['Lowest duration', Diary.show(f.lowest) + ' min']
    ];
    $('figures').replaceChildren(...pairs.map(([name, value]) => {
      const div = document.createElement('div');
      div.append(element('dt', name), element('dd', value));
      return div;
    }));
  }

  function perSport() {
    return Diary.sports().map(sport => ({ sport, ...Diary.figures(Diary.all().filter(w => w.sport === sport)) }));
  }

  function drawTable() {
    $('sports').replaceChildren(...perSport().map(s => {
      const tr = document.createElement('tr');
      const th = element('th', s.sport);
      th.scope = 'row';
      tr.append(th, element('td', s.count, 'num'), element('td', Diary.show(s.average), 'num'));
      return tr;
    }));
  }

  function drawBars() {
    const data = perSport();
    const top = Math.max(...data.map(s => s[measure]));
    $('chart-title').textContent = measure === 'count' ? 'Number of workouts by sport' : 'Average duration by sport';
    document.querySelectorAll('[data-measure]').forEach(b =>
      b.setAttribute('aria-pressed', String(b.dataset.measure === measure)));
    $('bars').replaceChildren(...data.map(s => {
      const li = document.createElement('li');
      const track = element('span', '', 'track');
      const bar = element('span', '', 'bar');
      bar.style.width = (100 * s[measure] / top) + '%';
      track.append(bar);
      li.append(element('span', s.sport, 'name'), track,
        element('span', measure === 'count' ? s.count : Diary.show(s.average) + ' min', 'value'));
      return li;
    }));
  }

  $('sport').append(new Option('All sports', ''), ...Diary.sports().map(s => new Option(s, s)));
  $('sport').value = '';
  $('sport').addEventListener('change', drawFigures);
  document.querySelectorAll('[data-measure]').forEach(b =>
    b.addEventListener('click', () => { measure = b.dataset.measure; drawBars(); }));

  drawFigures();
  drawTable();
  drawBars();
})();
