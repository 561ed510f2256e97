import { NO_REGION, Order, checkOrder } from './orders';

export interface ImportResult {
  added: Order[];
  bad: { line: number; why: string }[];
  refused?: string;
}

/** one line into cells; cells may be quoted, "" inside quotes is a quote */
function cells(line: string, separator: string): string[] {
  const out: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (quoted) {
      if (c !== '"') cell += c;
      else if (line[i + 1] === '"') (cell += '"'), i++;
      else quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === separator) out.push(cell.trim()), (cell = '');
    else cell += c;
  }
  out.push(cell.trim());
  return out;
}

export function importCsv(text: string, existing: Order[]): ImportResult {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const separator = lines[0].includes(';') ? ';' : ',';
  const head = cells(lines[0], separator).map((h) => h.toLowerCase().replace(/_/g, ' '));
  const titleAt = head.indexOf('title');
  const totalAt = head.indexOf('order total');
  if (head.length !== 2 || titleAt < 0 || totalAt < 0)
    return { added: [], bad: [], refused: 'Nothing was changed: the file must have exactly the columns "title" and "order total".' };

  const added: Order[] = [];
  const bad: ImportResult['bad'] = [];
  lines.slice(1).forEach((raw, i) => {
    if (!raw.trim()) return;
    const row = cells(raw, separator);
    if (row.length !== 2) return void bad.push({ line: i + 2, why: `${row.length} columns instead of 2.` });
    const check = checkOrder(row[titleAt], row[totalAt], [...existing, ...added]);
    if (check.ok) added.push({ title: check.title, region: NO_REGION, total: check.total });
    else bad.push({ line: i + 2, why: Object.values(check.errors).join(' ') });
  });
  return { added, bad };
}
