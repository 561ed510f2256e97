import { NO_TERRAIN } from './data.js';

/** Splits CSV text into records with the number of the line each begins on. */
function parse(text) {
  const records = [];
  let cells = [];
  let cell = '';
  let quoted = false;
  let line = 1;
  let start = 1;

  const endRecord = () => {
    cells.push(cell);
    records.push({ line: start, cells });
    cells = [];
    cell = '';
  };

  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  for (let i = 0; i < source.length; i += 1) {
    const c = source[i];
    if (quoted) {
      if (c === '"' && source[i + 1] === '"') { cell += '"'; i += 1; }
      else if (c === '"') quoted = false;
      else { cell += c; if (c === '\n') line += 1; }
    } else if (c === '"' && cell.trim() === '') { quoted = true; cell = ''; }
    else if (c === ',') { cells.push(cell); cell = ''; }
    else if (c === '\n') { endRecord(); line += 1; start = line; }
    else cell += c;
  }
  if (cell !== '' || cells.length) endRecord();
  return records;
}

/**
 * @returns {{refused: string} | {stations: object[], problems: {line: number, why: string}[]}}
 */
export function readStations(text) {
  const [head, ...rows] = parse(text);
  const columns = (head?.cells ?? []).map((c) => c.trim().toLowerCase());
  const missing = ['title', 'humidity'].filter((name) => !columns.includes(name));
  if (missing.length) {
    return { refused: `its first line has no column ${missing.map((m) => `“${m}”`).join(' and no column ')}` };
  }
  const at = (row, name) => (row.cells[columns.indexOf(name)] ?? '').trim();

  const stations = [];
  const problems = [];
  for (const row of rows) {
    if (row.cells.length === 1 && row.cells[0].trim() === '') continue; // blank line
    const title = at(row, 'title');
    const raw = at(row, 'humidity');
    const humidity = Number(raw);
    const reasons = [];
    if (!title) reasons.push('the title is missing');
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(raw)) reasons.push(raw ? `the humidity “${raw}” is no number` : 'the humidity is missing');
    else if (humidity < 0 || humidity > 100) reasons.push(`the humidity ${raw} is not between 0 and 100 percent`);
    if (reasons.length) problems.push({ line: row.line, why: reasons.join(' and ') });
    else stations.push({ title, humidity, terrain: at(row, 'terrain') || NO_TERRAIN });
  }
  return { stations, problems };
}
