import { ORDERS, REGIONS, euro } from './data.js';
import { toast, openDrawer, closeDrawer } from './ui.js';

const row = o => `<tr><td>${o.id}</td><td><b>${o.customer}</b><br><small>${o.goods}</small></td><td>${o.region}</td>
  <td>${o.date.split('-').reverse().join('.')}</td><td class="num">${euro(o.total)}</td>
  <td><button class="ghost" data-edit="${o.id}">Edit</button></td></tr>`;

export function ordersView(el) {
  el.innerHTML = `
    <header class="head"><h1>Orders</h1><button id="csv" class="ghost">⬇ Download CSV</button></header>
    <form class="filters" id="filters">
      <label>Region <select name="region"><option value="">All regions</option>${REGIONS.map(r => `<option>${r}</option>`).join('')}</select></label>
      <label>Order total up to (€) <input name="max" type="number" min="0" step="50" placeholder="no limit"></label>
      <button class="solid">Apply filter</button><button type="reset" class="ghost">Clear</button>
    </form>
    <p id="chips" class="chips"><span>All orders</span></p>
    <div class="scroll"><table><thead><tr><th>No.</th><th>Customer</th><th>Region</th><th>Date</th><th class="num">Total</th><th></th></tr></thead>
    <tbody>${ORDERS.map(row).join('')}</tbody></table></div>
    <p class="muted">14 orders · March 2025</p>`;

  const chips = el.querySelector('#chips'), form = el.querySelector('#filters');
  const show = () => {
    const list = [];
    if (form.region.value) list.push('Region: ' + form.region.value);
    if (form.max.value) list.push('up to ' + euro(+form.max.value));
    chips.replaceChildren(...(list.length ? list : ['All orders']).map(t => Object.assign(document.createElement('span'), { textContent: t })));
    return list.length;
  };
  form.addEventListener('submit', e => { e.preventDefault(); if (show()) toast('Filter applied'); });
  form.region.addEventListener('change', show);
  form.addEventListener('reset', () => setTimeout(show));
  el.querySelector('#csv').addEventListener('click', () => toast('northstar-orders.csv downloaded (14 rows)'));
  el.querySelector('tbody').addEventListener('click', e => {
    const id = e.target.dataset.edit;
    if (id) edit(ORDERS.find(o => o.id === id));
  });
}

function edit(o) {
  const d = openDrawer(`<h2 id="dTitle">Edit ${o.id}</h2><form>
    <label>Customer <input name="customer" value="${o.customer}"></label>
    <label>Goods <input name="goods" value="${o.goods}"></label>
    <label>Region <select name="region">${REGIONS.map(r => `<option${r === o.region ? ' selected' : ''}>${r}</option>`).join('')}</select></label>
    <label>Date <input name="date" type="date" value="${o.date}"></label>
    <label>Order total (€) <input name="total" type="number" step="0.01" value="${o.total}"></label>
    <p><button class="solid">Save</button> <button type="button" class="ghost" id="dCancel">Cancel</button></p></form>`);
  d.querySelector('#dCancel').onclick = closeDrawer;
  d.querySelector('form').onsubmit = e => { e.preventDefault(); closeDrawer(); toast(`Order ${o.id} saved`); };
}
