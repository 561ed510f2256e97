const cell = (value) => {
  const s = String(value)
  return /[",\r\n]/.test(s) ? `"${s.replaceAll('"', '""')}"` : s
}

export function eventsAsCsv(events) {
  const rows = [['Title', 'Kind', 'Ticket price'], ...events.map((e) => [e.title, e.kind, e.price])]
  return rows.map((r) => r.map(cell).join(',')).join('\r\n') + '\r\n'
}

export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const a = document.createElement('a')
  a.href = url
  a.download = name
  document.body.append(a)
  a.click()
  a.remove()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
