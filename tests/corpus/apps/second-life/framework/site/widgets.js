const Toggle = ({ on, text, flip }) =>
  el('button.toggle', { key: 'toggle', type: 'button', role: 'switch', 'aria-checked': String(on), onclick: flip },
    el('span.toggle-rail', { 'aria-hidden': 'true' }, el('span.toggle-dot')),
    text);

function Dropdown({ label, open, value, options, setOpen, pick }) {
  const current = options.find((o) => o.value === value);
  const move = (step) => {
    const at = options.findIndex((o) => o.value === value);
    pick(options[Math.max(0, Math.min(options.length - 1, at + step))].value, open);
  };
  const onkeydown = (e) => {
    if (e.key === 'ArrowDown') { e.preventDefault(); move(1); }
    if (e.key === 'ArrowUp') { e.preventDefault(); move(-1); }
    if (e.key === 'Escape' && open) setOpen(false);
  };
  return el('div.dropdown', { 'data-dropdown': true },
    el('span.caption', { id: 'dd-label' }, label),
    el('button.dropdown-face', {
      key: 'dropdown', type: 'button', id: 'dd-face', 'aria-haspopup': 'listbox', 'aria-expanded': String(open),
      'aria-labelledby': 'dd-label dd-face', onclick: () => setOpen(!open), onkeydown,
    }, current.text, el('span', { 'aria-hidden': 'true' }, open ? ' ▴' : ' ▾')),
    open && el('div.dropdown-list', { role: 'listbox', 'aria-labelledby': 'dd-label' },
      options.map((o) => el('div.dropdown-item', {
        role: 'option', 'aria-selected': String(o.value === value), onclick: () => pick(o.value, false),
      }, o.text))));
}

function Slider({ label, text, value, min, max, step, change }) {
  const clamp = (v) => Math.max(min, Math.min(max, Math.round(v / step) * step));
  const set = (v) => { if (clamp(v) !== value) change(clamp(v)); };
  // The track is rebuilt while the pointer moves, so it is looked up anew every time.
  const follow = (e) => {
    const box = document.getElementById('slider-track').getBoundingClientRect();
    change(clamp(min + ((e.clientX - box.left) / box.width) * (max - min)));
  };
  const onpointerdown = (e) => {
    e.preventDefault();
    const stop = () => {
      document.removeEventListener('pointermove', follow);
      document.removeEventListener('pointerup', stop);
      document.removeEventListener('pointercancel', stop);
    };
    document.addEventListener('pointermove', follow);
    document.addEventListener('pointerup', stop);
    document.addEventListener('pointercancel', stop);
    follow(e);
  };
  const keys = { ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step, PageUp: 10 * step, PageDown: -10 * step };
  const onkeydown = (e) => {
    if (e.key in keys) { e.preventDefault(); set(value + keys[e.key]); }
    if (e.key === 'Home') { e.preventDefault(); set(min); }
    if (e.key === 'End') { e.preventDefault(); set(max); }
  };
  const share = `${((value - min) / (max - min)) * 100}%`;
  return el('div.slider', {},
    el('span.caption', { id: 'sl-label' }, label, ' ', el('strong', {}, text)),
    el('div.slider-row', {},
      el('button.nudge', { key: 'less', type: 'button', 'aria-label': 'Lower the price limit', onclick: () => set(value - step) }, '−'),
      el('div.slider-track', { id: 'slider-track', onpointerdown },
        el('div.slider-fill', { style: { width: share } }),
        el('div.slider-thumb', {
          key: 'thumb', tabindex: '0', role: 'slider', 'aria-labelledby': 'sl-label', 'aria-valuemin': min,
          'aria-valuemax': max, 'aria-valuenow': value, 'aria-valuetext': text, style: { left: share }, onkeydown,
        })),
      el('button.nudge', { key: 'more', type: 'button', 'aria-label': 'Raise the price limit', onclick: () => set(value + step) }, '+')));
}

const Stars = ({ id, name, mine, give }) =>
  el('div.stars', { role: 'group', 'aria-label': `Your stars for ${name}` },
    [1, 2, 3, 4, 5].map((n) => el('button.star', {
      key: `star-${id}-${n}`, type: 'button', class: n <= mine ? 'full' : '',
      'aria-pressed': String(n === mine), 'aria-label': `${n} of 5 stars`, onclick: () => give(n),
    }, n <= mine ? '★' : '☆')));

const Modal = ({ title, body, yes, no, onyes, onno }) =>
  el('div.veil', { onclick: (e) => e.target.classList.contains('veil') && onno() },
    el('div.modal', { role: 'alertdialog', 'aria-modal': 'true', 'aria-labelledby': 'modal-title' },
      el('h2', { id: 'modal-title' }, title),
      el('p', {}, body),
      el('div.modal-actions', {},
        el('button.plain', { key: 'modal-no', 'data-focus': true, type: 'button', onclick: onno }, no),
        el('button.hot', { key: 'modal-yes', type: 'button', onclick: onyes }, yes))));

const Toast = ({ text, action, onaction }) =>
  el('div.toast', { role: 'status' }, el('span', {}, text),
    action && el('button', { type: 'button', onclick: onaction }, action));
