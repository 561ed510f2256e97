/* Own widgets: Dropdown, Toggle, Sheet, Toast. All are plain functions that return nodes. */
const { h } = pulse;

function pressable(action) {
  return {
    tabindex: '0',
    onClick: action,
    onKeydown: e => { if (e.key === 'Enter' || e.key === ' ') { e.preventDefault(); action(e); } }
  };
}

function Dropdown({ name, value, options, open, onOpen, onPick }) {
  const current = options.find(o => o.value === value);
  return h('div', { class: 'dd' + (open ? ' dd-open' : '') },
    h('div', { class: 'dd-face', role: 'button', 'aria-haspopup': 'listbox', 'aria-expanded': String(open), 'data-key': 'dd-' + name,
      ...pressable(e => { e.stopPropagation(); onOpen(!open); }) },
      h('span', { class: 'dd-name' }, name), ' ', h('span', { class: 'dd-value' }, current.label), h('span', { class: 'dd-arrow' }, '▾')),
    open && h('div', { class: 'dd-list', role: 'listbox' }, options.map(o =>
      h('div', { class: 'dd-item' + (o.value === value ? ' dd-current' : ''), role: 'option', 'aria-selected': String(o.value === value),
        'data-key': 'dd-' + name + '-' + o.value, ...pressable(e => { e.stopPropagation(); onPick(o.value); }) }, o.label))));
}

function Toggle({ left, right, on, onFlip }) {
  return h('div', { class: 'tg', role: 'switch', 'aria-checked': String(on), 'data-key': 'tg-' + left, ...pressable(() => onFlip(!on)) },
    h('span', { class: 'tg-word' + (on ? '' : ' tg-live') }, left),
    h('span', { class: 'tg-rail' + (on ? ' tg-on' : '') }, h('span', { class: 'tg-knob' })),
    h('span', { class: 'tg-word' + (on ? ' tg-live' : '') }, right));
}

function Sheet({ title, onClose, children }) {
  return h('div', { class: 'veil', onClick: e => { if (e.target.className === 'veil') onClose(); } },
    h('div', { class: 'sheet', role: 'dialog', 'aria-label': title },
      h('div', { class: 'sheet-top' }, h('strong', null, title),
        h('span', { class: 'sheet-x', role: 'button', 'aria-label': 'Close', ...pressable(onClose) }, '×')),
      children));
}

function Toast({ kind, text, onClose }) {
  return h('div', { class: 'toast toast-' + kind, role: 'status' }, h('span', null, text),
    h('span', { class: 'toast-x', role: 'button', 'aria-label': 'Dismiss', ...pressable(onClose) }, 'OK'));
}
