/* The diary itself: examples, storage, figures and reading of CSV text. */
'use strict';

const Diary = (() => {
  const KEY = 'stridebook.uploaded';
  const NO_SPORT = 'Not stated';

  const EXAMPLES = [
    ['Towpath run before work', 'Running', 38],
    ['Hill repeats at Beacon Lane', 'Running', 52],
    ['Lunch-break swim', 'Swimming', 35],
    ['Sunday ride to the reservoir', 'Cycling', 145],
    ['Kettlebells in the garage', 'Strength', 30],
    ['Evening stretch and balance', 'Yoga', 25],
    ['Parkrun with Nadia', 'Running', 27],
    ['Commute the long way round', 'Cycling', 48],
    ['Endurance lengths, 2 km', 'Swimming', 56],
    ['Squats and deadlifts', 'Strength', 64],
    ['Forest half-marathon practice', 'Running', 118],
    ['Gravel loop with the club', 'Cycling', 93],
    ['Slow flow class', 'Yoga', 60],
    ['Core and push-ups', 'Strength', 22]
  ].map(([title, sport, duration]) => ({ title, sport, duration }));

  let memory = [];
  try { memory = JSON.parse(localStorage.getItem(KEY)) || []; } catch (e) { memory = []; }

  function keep() {
    try { localStorage.setItem(KEY, JSON.stringify(memory)); } catch (e) { /* only for this page, then */ }
  }

  const all = () => EXAMPLES.concat(memory);
  const uploaded = () => memory.length;
  function add(entries) { memory = memory.concat(entries); keep(); }
  function forget() { memory = []; keep(); }

  function sports(list = all()) {
    return [...new Set(list.map(w => w.sport))].sort((a, b) => a.localeCompare(b));
  }

  function figures(list) {
    const d = list.map(w => w.duration);
    const total = d.reduce((sum, x) => sum + x, 0);
    return {
      count: d.length,
      total,
      average: d.length ? total / d.length : 0,
      highest: d.length ? Math.max(...d) : 0,
      lowest: d.length ? Math.min(...d) : 0
    };
  }

  const show = n => String(Math.round(n * 10) / 10);

  /* Splits CSV text into records; each one knows the line of the file it starts on. */
  function records(text, separator) {
    const out = [];
    let cells = [], cell = '', quoted = false, line = 1, start = 1;
    const endCell = () => { cells.push(cell.trim()); cell = ''; };
    const endRecord = () => {
      endCell();
      if (cells.length > 1 || cells[0] !== '') out.push({ line: start, cells });
      cells = [];
    };
    for (let i = 0; i < text.length; i++) {
      const c = text[i];
      if (quoted) {
        if (c === '"' && text[i + 1] === '"') { cell += '"'; i++; }
        else if (c === '"') quoted = false;
        else { if (c === '\n') line++; cell += c; }
      } else if (c === '"' && cell.trim() === '') { quoted = true; cell = ''; }
      else if (c === separator) endCell();
      else if (c === '\n') { endRecord(); line++; start = line; }
      else cell += c;
    }
    endRecord();
    return out;
  }

  /* Result: { refused: 'why' } or { good: [...], bad: [{line, why}] } */
  function readCsv(raw) {
    const text = raw.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
    const firstLine = text.trimStart().split('\n')[0];
    const separator = !firstLine.includes(',') && firstLine.includes(';') ? ';' : ',';
    const lines = records(text, separator);
    if (!lines.length) return { refused: 'The file is empty. Nothing was changed.' };
    const head = lines[0].cells.map(c => c.toLowerCase());
    const t = head.indexOf('title'), d = head.indexOf('duration');
    if (head.length !== 2 || t < 0 || d < 0) {
      return { refused: 'This file has the columns “' + lines[0].cells.join(', ') +
        '”, but “title” and “duration” are needed. Nothing was changed.' };
    }
    const good = [], bad = [];
    for (const { line, cells } of lines.slice(1)) {
      const title = cells[t] || '', minutes = cells[d] || '';
      if (cells.length !== 2) bad.push({ line, why: 'it does not have two columns' });
      else if (!title) bad.push({ line, why: 'the title is missing' });
      else if (!minutes) bad.push({ line, why: 'the duration is missing' });
      else if (!/^\d+(\.\d+)?$/.test(minutes) || Number(minutes) <= 0) {
        bad.push({ line, why: '“' + minutes + '” is not a duration in minutes' });
      } else good.push({ title, sport: NO_SPORT, duration: Number(minutes) });
    }
    return { good, bad };
  }

  return { all, uploaded, add, forget, sports, figures, show, readCsv };
})();
