const cell = (value) => {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
};

export function eventsToCsv(events) {
  const rows = [['Title', 'Kind', 'Ticket price'], ...events.map((e) => [e.title, e.kind, e.price])];
  return rows.map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
}

export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
