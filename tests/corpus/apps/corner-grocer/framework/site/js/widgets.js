import { signal, effect, h } from './reactive.js';

/* ---- toast ---- */
const toasts = h('div', { class: 'toasts', role: 'status', 'aria-live': 'polite' });
document.body.append(toasts);
export function toast(text) {
  const t = h('div', { class: 'toast' }, text);
  toasts.append(t);
  while (toasts.children.length > 2) toasts.firstChild.remove();
  setTimeout(() => t.remove(), 2800);
}

/* ---- listbox select ---- */
let serial = 0;
export function Listbox({ label, options, value, onpick }) {
  const id = 'lb' + ++serial;
  const open = signal(false);
  const hot = signal(0);
  let root, button;
  const show = () => { hot.set(options.findIndex((o) => o.value === value.peek())); open.set(true); };
  const pick = (i) => { open.set(false); onpick(options[i].value); button.focus(); };
  const keys = (e) => {
    const last = options.length - 1;
    if (!open.peek()) {
      if (['ArrowDown', 'ArrowUp'].includes(e.key)) { e.preventDefault(); show(); }
      return;
    }
    if (e.key === 'ArrowDown') hot.set((i) => Math.min(last, i + 1));
    else if (e.key === 'ArrowUp') hot.set((i) => Math.max(0, i - 1));
    else if (e.key === 'Home') hot.set(0);
    else if (e.key === 'End') hot.set(last);
    else if (e.key === 'Enter' || e.key === ' ') pick(hot.peek());
    else if (e.key === 'Escape') open.set(false);
    else { if (e.key === 'Tab') open.set(false); return; }
    e.preventDefault();
  };
  root = h('div', { class: 'lb', onfocusout: (e) => { if (!root.contains(e.relatedTarget)) open.set(false); } },
    h('span', { class: 'lb-label', id: id + 'l' }, label),
    h('button', {
      type: 'button', class: 'lb-button', role: 'combobox', 'aria-haspopup': 'listbox',
      'aria-labelledby': `${id}l ${id}v`, 'aria-controls': id, ref: (b) => (button = b),
      'aria-expanded': () => String(open()),
      'aria-activedescendant': () => (open() ? `${id}-${hot()}` : null),
      onclick: () => (open.peek() ? open.set(false) : show()), onkeydown: keys,
    }, h('span', { id: id + 'v' }, () => options.find((o) => o.value === value()).text), h('i', { 'aria-hidden': 'true' }, '▾')),
    h('ul', { class: 'lb-list', id, role: 'listbox', tabindex: '-1', 'aria-labelledby': id + 'l', hidden: () => !open() },
      options.map((o, i) => h('li', {
        role: 'option', id: `${id}-${i}`,
        class: () => (hot() === i ? 'hot' : ''),
        'aria-selected': () => String(value() === o.value),
        onmousedown: (e) => e.preventDefault(), onmousemove: () => hot.set(i), onclick: () => pick(i),
      }, o.text))));
  return root;
}

/* ---- number stepper ---- */
export function Stepper({ label, value, max, onset }) {
  const box = h('input', {
    class: 'step-n', inputmode: 'numeric', autocomplete: 'off', 'aria-label': label,
    onfocus: (e) => e.target.select(),
    onchange: () => {
      const n = Number(box.value.trim());
      if (Number.isInteger(n) && n >= 1) onset(n);
      else toast('Please give a whole number from 1 up.');
      box.value = value();
    },
    onkeydown: (e) => {
      const d = { ArrowUp: 1, ArrowDown: -1 }[e.key];
      if (!d) return;
      e.preventDefault();
      if (value() + d >= 1) onset(value() + d);
    },
  });
  effect(() => { box.value = value(); });
  return h('div', { class: 'step', role: 'group', 'aria-label': label },
    h('button', { type: 'button', 'aria-label': 'One less', disabled: () => value() <= 1, onclick: () => onset(value() - 1) }, '−'),
    box,
    h('button', { type: 'button', 'aria-label': 'One more', disabled: () => value() >= max(), onclick: () => onset(value() + 1) }, '+'));
}

/* ---- five stars ---- */
export function Stars({ label, value, onpick }) {
  const over = signal(0);
  const buttons = [1, 2, 3, 4, 5].map((n) => h('button', {
    type: 'button', role: 'radio', 'aria-label': n + (n === 1 ? ' star' : ' stars'),
    'aria-checked': () => String(value() === n),
    tabindex: () => ((value() || 1) === n ? '0' : '-1'),
    class: () => (n <= (over() || value()) ? 'on' : ''),
    onclick: () => { over.set(0); onpick(n); },
    onmouseenter: () => over.set(n),
    onkeydown: (e) => {
      const d = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[e.key];
      if (!d) return;
      e.preventDefault();
      const to = Math.min(5, Math.max(1, n + d));
      onpick(to); buttons[to - 1].focus();
    },
  }, '★'));
  return h('div', { class: 'stars', role: 'radiogroup', 'aria-label': label, onmouseleave: () => over.set(0) }, buttons);
}

/* ---- modal ---- */
export function modal(title, build) {
  const back = document.activeElement;
  const close = () => { veil.remove(); document.removeEventListener('keydown', keys, true); if (back && back.isConnected) back.focus(); };
  const box = h('div', { class: 'modal', role: 'dialog', 'aria-modal': 'true', 'aria-label': title, tabindex: '-1' },
    h('h2', null, title), build(close));
  const veil = h('div', { class: 'veil', onmousedown: (e) => { if (e.target === veil) close(); } }, box);
  const keys = (e) => {
    if (e.key === 'Escape') { e.preventDefault(); close(); }
    if (e.key !== 'Tab') return;
    const f = [...box.querySelectorAll('button, input, a[href]')].filter((x) => !x.disabled && x.tabIndex >= 0);
    const edge = e.shiftKey ? f[0] : f[f.length - 1];
    if (document.activeElement === edge || !box.contains(document.activeElement)) {
      e.preventDefault(); (e.shiftKey ? f[f.length - 1] : f[0]).focus();
    }
  };
  document.addEventListener('keydown', keys, true);
  document.body.append(veil);
  box.focus();
}
