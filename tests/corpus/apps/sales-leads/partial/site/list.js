const $ = id => document.getElementById(id);

function render() {
  const q = $('s').value;
  const tb = $('tb');
  tb.innerHTML = '';
  leads.forEach((l, i) => {
    if (q && !l.title.includes(q)) return;
    const tr = document.createElement('tr');
    tr.innerHTML = '<td>' + esc(l.title) + '</td><td>' + esc(l.industry) + '</td><td class="r">' + dollars(l.value) + '</td>';
    const td = document.createElement('td');
    const b = document.createElement('button');
    b.textContent = 'Delete';
    b.onclick = () => {
      if (!confirm('Delete "' + l.title + '"?')) return;
      leads.splice(i, 1);
      save();
      tr.remove();
    };
    td.append(b);
    tr.append(td);
    tb.append(tr);
  });
}

$('s').addEventListener('input', render);

$('f').addEventListener('submit', e => {
  e.preventDefault();
  $('et').textContent = $('ev').textContent = '';
  const t = $('ft').value.trim();
  const raw = $('fv').value;
  let ok = true;
  if (!t) { $('et').textContent = 'Title is required'; ok = false; }
  else if (leads.some(l => l.title === t)) { $('et').textContent = 'Title exists already'; ok = false; }
  if (raw === '') { $('ev').textContent = 'Deal value is required'; ok = false; }
  else if (+raw < 0) { $('ev').textContent = 'No negative numbers'; ok = false; }
  if (!ok) return;
  leads.push({ id: Date.now(), title: t, industry: $('fi').value, value: +raw, step: 'Contacted' });
  save();
  e.target.reset();
  $('n').textContent = leads.length;
  render();
});

$('exp').onclick = () => {
  let out = 'Title,Industry,Deal value\n';
  for (const l of leads) {
    out += [l.title, l.industry, dollars(l.value)].map(x => '"' + x.replace(/"/g, '""') + '"').join(',') + '\n';
  }
  const a = document.createElement('a');
  a.href = 'data:text/csv;charset=utf-8,' + encodeURIComponent(out);
  a.download = 'leads.csv';
  a.click();
};

$('n').textContent = leads.length;
render();
