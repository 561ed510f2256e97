import { h, signal, effect } from './tiny.js';

let uid = 0;

/* Tabs bound to location.hash */
export function Tabs(names, current) {
  return h('div', { class: 'tabs', role: 'tablist' }, names.map((n, i) =>
    h('button', {
      role: 'tab', class: 'tab', 'aria-selected': () => String(current.value === n),
      tabindex: () => current.value === n ? 0 : -1,
      onclick: () => { location.hash = n.toLowerCase(); },
      onkeydown: e => {
        const d = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
        if (!d) return;
        const j = (i + d + names.length) % names.length;
        location.hash = names[j].toLowerCase();
        e.currentTarget.parentNode.children[j].focus();
      },
    }, n)));
}

/* Own select: a button that opens a listbox */
export function Select({ label, options, value, onpick }) {
  const open = signal(false), at = signal(0), id = 'sel' + ++uid;
  const opts = () => typeof options === 'function' ? options() : options;
  const pick = o => { open.value = false; onpick ? onpick(o) : (value.value = o); button.focus(); };
  const button = h('button', {
    type: 'button', class: 'sel-btn', role: 'combobox', 'aria-haspopup': 'listbox', 'aria-controls': id,
    'aria-label': label, 'aria-expanded': () => String(open.value),
    onclick: () => { at.value = Math.max(0, opts().indexOf(value.peek())); open.value = !open.peek(); },
    onkeydown: e => {
      const list = opts();
      if (e.key === 'Escape' || e.key === 'Tab') { if (open.peek() && e.key === 'Escape') e.stopPropagation(); open.value = false; return; }
      if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
        e.preventDefault();
        if (!open.peek()) return button.click();
        at.value = (at.peek() + (e.key === 'ArrowDown' ? 1 : -1) + list.length) % list.length;
      } else if ((e.key === 'Enter' || e.key === ' ') && open.peek()) { e.preventDefault(); pick(list[at.peek()]); }
    },
  }, h('span', {}, () => value.value), h('span', { class: 'caret', 'aria-hidden': 'true' }, '▾'));
  const root = h('div', { class: 'sel' }, button,
    () => open.value && h('ul', { class: 'sel-list', role: 'listbox', id, 'aria-label': label }, opts().map((o, i) =>
      h('li', {
        role: 'option', 'aria-selected': String(o === value.peek()), class: () => at.value === i ? 'at' : '',
        onclick: () => pick(o), onmousedown: e => e.preventDefault(),
      }, o))));
  button.addEventListener('blur', () => { open.value = false; });
  return root;
}

/* Money stepper: text field with − and + */
export function Stepper({ id, value, step = 250, describedby }) {
  const bump = d => { const n = Number(value.peek()); value.value = String(Math.max(0, (Number.isFinite(n) ? n : 0) + d)); };
  return h('div', { class: 'stepper' },
    h('button', { type: 'button', 'aria-label': `${step} dollars less`, onclick: () => bump(-step) }, '−'),
    h('input', {
      id, inputmode: 'decimal', autocomplete: 'off', 'aria-describedby': describedby, value: () => value.value,
      oninput: e => { value.value = e.target.value; },
      onkeydown: e => {
        const d = { ArrowUp: step, ArrowDown: -step }[e.key];
        if (d) { e.preventDefault(); bump(d); }
      },
    }),
    h('button', { type: 'button', 'aria-label': `${step} dollars more`, onclick: () => bump(step) }, '+'));
}

/* Toasts, with an optional action */
const toasts = signal([]);
export function toast(text, action) {
  const t = { id: ++uid, text, action };
  toasts.value = [...toasts.peek(), t];
  setTimeout(() => drop(t), action ? 8000 : 4000);
}
const drop = t => { toasts.value = toasts.peek().filter(x => x !== t); };
export const Toasts = () => h('div', { class: 'toasts', role: 'status' }, () => toasts.value.map(t =>
  h('div', { class: 'toast' }, t.text, t.action &&
    h('button', { onclick: () => { drop(t); t.action.run(); } }, t.action.name))));

/* Sheet: modal on top of <dialog>; content(close) builds it anew each time */
export function sheet(title, content) {
  const d = h('dialog', { class: 'sheet', 'aria-label': title });
  const close = () => { d.close(); };
  d.append(h('h2', {}, title), content(close));
  d.addEventListener('close', () => d.remove());
  document.body.append(d);
  d.showModal();
}
