import { NO_TERRAIN } from './stations.js';

/** Splits CSV text into records; each knows the line of the file on which it starts. */
export function parseCsv(text) {
  const records = [];
  let fields = [];
  let field = '';
  let quoted = false;
  let line = 1;
  let start = 1;
  const input = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');

  const endRecord = () => {
    fields.push(field);
    if (fields.some((f) => f !== '')  || fields.length > 1) records.push({ line: start, fields });
    fields = [];
    field = '';
  };

  for (let i = 0; i < input.length; i += 1) {
    const c = input[i];
    if (quoted) {
      if (c === '"' && input[i + 1] === '"') {
        field += '"';
        i += 1;
      } else if (c === '"') {
        quoted = false;
      } else {
        if (c === '\n') line += 1;
        field += c;
      }
    } else if (c === '"' && field.trim() === '') {
      quoted = true;
      field = '';
    } else if (c === ',') {
      fields.push(field);
      field = '';
    } else if (c === '\n') {
      endRecord();
      line += 1;
      start = line;
    } else {
      field += c;
    }
  }
  if (field !== '' || fields.length) endRecord();
  return records.map((r) => ({ line: r.line, fields: r.fields.map((f) => f.trim()) }));
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

/**
 * Reads stations from CSV text.
 * Returns { error } when the columns are missing, otherwise { stations, skipped: [{ line, reason }] }.
 */
export function readStations(text, knownTerrains) {
  const [header, ...rows] = parseCsv(text);
  const names = header && header.line === 1 ? header.fields.map((f) => f.toLowerCase()) : [];
  const titleAt = names.indexOf('title');
  const humidityAt = names.indexOf('humidity');
  const terrainAt = names.indexOf('terrain');
  if (titleAt < 0 || humidityAt < 0) {
    return { error: 'The first line must name the columns title and humidity.' };
  }

  const stations = [];
  const skipped = [];
  const stamp = Date.now().toString(36);
  for (const { line, fields } of rows) {
    if (fields.every((f) => f === '') && fields.length === 1) continue;
    const title = fields[titleAt] ?? '';
    const raw = fields[humidityAt] ?? '';
    const reasons = [];
    if (!title) reasons.push('the title is missing');
    if (!NUMBER.test(raw)) {
      reasons.push(raw ? `the humidity “${raw}” is not a number` : 'the humidity is missing');
    } else if (Number(raw) < 0 || Number(raw) > 100) {
      reasons.push(`the humidity ${raw} is not between 0 and 100 percent`);
    }
    if (reasons.length) {
      skipped.push({ line, reason: reasons.join(' and ') });
      continue;
    }
    const wanted = (fields[terrainAt] ?? '').toLowerCase();
    stations.push({
      id: `i${stamp}-${line}`,
      title,
      terrain: knownTerrains.find((t) => t.toLowerCase() === wanted) ?? NO_TERRAIN,
      humidity: Number(raw),
      imported: true,
    });
  }
  return { stations, skipped };
}
