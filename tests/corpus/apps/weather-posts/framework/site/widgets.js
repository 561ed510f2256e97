import { signal, h } from './drizzle.js';

let ids = 0;

// Own select: a button and a listbox; options are [value, text]
export function Choice(label, options, value) {
  const open = signal(false), hover = signal(0), id = 'choice' + ++ids;
  const now = () => options.findIndex(o => o[0] === value());
  const show = () => { hover.set(now()); open.set(true); };
  const take = i => { value.set(options[i][0]); open.set(false); };
  const keys = e => {
    if (!open.peek()) { if (e.key === 'ArrowDown' || e.key === 'ArrowUp') { e.preventDefault(); show(); } return; }
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step) { e.preventDefault(); hover.set(n => (n + step + options.length) % options.length); }
    if (e.key === 'Enter' || e.key === ' ') { e.preventDefault(); take(hover.peek()); }
    if (e.key === 'Escape' || e.key === 'Tab') open.set(false);
  };
  const box = h('div.choice', {},
    h('span.cap', { id }, label),
    h('button.face', { type: 'button', 'aria-haspopup': 'listbox', 'aria-labelledby': id + ' ' + id + 'v', 'aria-expanded': () => String(open()), onkeydown: keys, onclick: () => open.peek() ? open.set(false) : show() },
      h('span', { id: id + 'v' }, () => options[now()][1]), h('em', { 'aria-hidden': 'true' }, '▾')),
    () => open() && h('div.pop', { role: 'listbox', 'aria-labelledby': id }, options.map(([v, text], i) =>
      h('div', { role: 'option', 'aria-selected': String(v === value.peek()), class: () => hover() === i ? 'opt hot' : 'opt', onclick: () => take(i), onmousemove: () => hover.set(i) }, text))));
  document.addEventListener('pointerdown', e => { if (!box.contains(e.target)) open.set(false); });
  return box;
}

// Own stepper with minus, value and plus; null means "no limit" and lies above the top
export function Stepper(label, value, { min, max, step, none }) {
  const move = d => value.set(v => {
    if (v === null) return d < 0 ? max - step : null;
    const next = v + d * step;
    return next >= max ? null : Math.max(min, next);
  });
  return h('div.stepper', { role: 'spinbutton', tabindex: 0, 'aria-label': label, 'aria-valuemin': min, 'aria-valuemax': max,
    'aria-valuenow': () => value() ?? max, 'aria-valuetext': () => value() === null ? none : value() + ' %',
    onkeydown: e => { const d = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[e.key]; if (d) { e.preventDefault(); move(d); } } },
  h('span.cap', {}, label),
  h('div.face', {},
    h('button', { type: 'button', tabindex: -1, 'aria-label': 'Lower', disabled: () => value() === min, onclick: () => move(-1) }, '−'),
    h('output', {}, () => value() === null ? none : value() + ' %'),
    h('button', { type: 'button', tabindex: -1, 'aria-label': 'Raise', disabled: () => value() === null, onclick: () => move(1) }, '+')));
}

export function Tabs(label, tabs, value) {
  return h('div.tabs', { role: 'tablist', 'aria-label': label }, tabs.map(([v, text]) =>
    h('button', { type: 'button', role: 'tab', 'aria-selected': () => String(value() === v), onclick: () => value.set(v) }, text)));
}

export function Toggle(label, value) {
  return h('button.toggle', { type: 'button', role: 'switch', 'aria-checked': () => String(value()), onclick: () => value.set(v => !v) }, h('i', {}), label);
}

const shelf = h('div.toasts', { role: 'status' });
document.body.append(shelf);
export function toast(text) {
  const t = h('div.toast', {}, text);
  shelf.replaceChildren(t);
  setTimeout(() => t.remove(), 2600);
}
