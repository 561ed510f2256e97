const gear = (id, name, kind, price, sum, n) => ({ id, name, kind, price, sum, n, mine: 0 });
// sum and n: stars and number of ratings given by earlier buyers
const GEAR = [
  gear('n1', 'Garmin Forerunner 245', 'Wearables', 115, 41, 9),
  gear('n2', 'Apple Watch Series 6', 'Wearables', 149, 26, 6),
  gear('n3', 'Fitbit Charge 5', 'Wearables', 48, 17, 5),
  gear('n4', 'DJI Mini 2 drone', 'Flying & filming', 279, 33, 7),
  gear('n5', 'GoPro Hero 8', 'Flying & filming', 139, 19, 5),
  gear('n6', 'Fujifilm X-T20 body', 'Flying & filming', 389, 24, 5),
  gear('n7', 'Xbox One S, 1 TB', 'Play', 129, 21, 5),
  gear('n8', 'Steam Deck 64 GB', 'Play', 259, 44, 9),
  gear('n9', 'Meta Quest 2', 'Play', 175, 15, 4),
  gear('n10', 'Framework Laptop 13 (11th gen)', 'Desk', 499, 29, 6),
  gear('n11', 'Surface Pro 7', 'Desk', 319, 11, 3),
  gear('n12', 'LG 27UL500 display', 'Desk', 155, 18, 4),
  gear('n13', 'Keychron K2 keyboard', 'Desk', 52, 23, 5),
  gear('n14', 'Marshall Acton II', 'Sound', 145, 14, 3),
  gear('n15', 'Bose QC35 II', 'Sound', 119, 35, 8),
  gear('n16', 'Korg Volca Keys', 'Sound', 99, 5, 1),
];
const KINDS = [...new Set(GEAR.map((g) => g.kind))];
const TOP = 500;
const ALL = 'all';

const readMode = () => { try { return localStorage.getItem('vs.mode') === 'night'; } catch { return false; } };

const shop = store({ gear: GEAR, past: [], kind: ALL, limit: TOP, open: false, doomed: null, night: readMode() });
const toasts = store({ current: null });
const steps = timeline(shop, 'gear');

let toastTimer = 0;
function toast(text, withUndo) {
  clearTimeout(toastTimer);
  toasts.set({ current: { text, withUndo } });
  toastTimer = setTimeout(() => toasts.set({ current: null }), 6000);
}

const actions = {
  give(item, stars) {
    if (item.mine === stars) return;
    const gearNow = shop.get().gear.map((g) => (g.id === item.id ? { ...g, mine: stars } : g));
    steps.commit(`your ${stars}-star rating of ${item.name}`, gearNow);
    toast(`${item.name}: ${stars} of 5 from you`, true);
  },
  drop() {
    const { gear: now, doomed } = shop.get();
    const item = now.find((g) => g.id === doomed);
    shop.set({ doomed: null });
    if (!item) return;
    steps.commit(`removing ${item.name}`, now.filter((g) => g.id !== doomed));
    toast(`${item.name} removed`, true);
  },
  spare: () => shop.set({ doomed: null }),
  undo() {
    if (shop.get().doomed) return;
    const label = steps.back();
    if (label) toast(`Undone: ${label}`, false);
  },
  night() {
    const night = !shop.get().night;
    try { localStorage.setItem('vs.mode', night ? 'night' : 'day'); } catch { /* this visit only */ }
    shop.set({ night });
  },
};

const dollars = (n) => `$${n}`;
const limitText = (limit) => (limit >= TOP ? 'any price' : `up to ${dollars(limit)}`);

function Average({ item }) {
  const n = item.n + (item.mine ? 1 : 0);
  const mean = (item.sum + item.mine) / n;
  return el('p.average', {}, el('b', {}, `${mean.toFixed(1)} ★`), ` average of ${n} ${n === 1 ? 'rating' : 'ratings'}`);
}

const Tile = ({ item }) =>
  el('article.tile', {},
    el('div.pic', { 'aria-hidden': 'true', style: { background: `hsl(${KINDS.indexOf(item.kind) * 72} 45% 45%)` } }, item.name[0]),
    el('div.tile-body', {},
      el('h2', {}, item.name),
      el('p.kind', {}, item.kind),
      el(Average, { item }),
      el(Stars, { id: item.id, name: item.name, mine: item.mine, give: (n) => actions.give(item, n) })),
    el('div.tile-side', {},
      el('span.price', {}, dollars(item.price)),
      el('button.bin', {
        key: `bin-${item.id}`, type: 'button', 'aria-label': `Remove ${item.name}`,
        onclick: () => shop.set({ doomed: item.id }),
      }, 'Remove')));

const Bar = ({ past, night }) =>
  el('header.bar', {},
    el('h1', {}, '⚡ Voltshed'),
    el('button.undo', { key: 'undo', type: 'button', disabled: !past.length, onclick: actions.undo },
      past.length ? `↶ Undo (${past.length})` : '↶ Undo'),
    el(Toggle, { on: night, text: 'Dark mode', flip: actions.night }));

const Filters = ({ kind, limit, open }) =>
  el('div.filters', { role: 'search', 'aria-label': 'Filter gadgets' },
    el(Dropdown, {
      label: 'Category', open, value: kind,
      options: [{ value: ALL, text: 'Every category' }, ...KINDS.map((k) => ({ value: k, text: k }))],
      setOpen: (v) => shop.set({ open: v }),
      pick: (v, stay) => shop.set({ kind: v, open: stay }),
    }),
    el(Slider, {
      label: 'Highest price:', text: limitText(limit), value: limit, min: 0, max: TOP, step: 10,
      change: (v) => shop.set({ limit: v }),
    }),
    el('button.plain', {
      key: 'reset', type: 'button', disabled: kind === ALL && limit >= TOP,
      onclick: () => shop.set({ kind: ALL, limit: TOP, open: false }),
    }, 'Clear filters'));

function App(s) {
  document.documentElement.dataset.mode = s.night ? 'night' : 'day';
  const shown = s.gear.filter((g) => (s.kind === ALL || g.kind === s.kind) && (s.limit >= TOP || g.price <= s.limit));
  const doomed = s.gear.find((g) => g.id === s.doomed);
  return el('div.shell', {},
    el('div', { inert: Boolean(doomed) },
      el(Bar, s),
      el('main', {},
        el('p.lead', {}, 'Good devices that somebody else has already broken in. Fixed, wiped and honest about the scratches.'),
        el(Filters, s),
        el('p.tally', {}, `${shown.length} of ${s.gear.length} gadgets`),
        shown.length
          ? el('div.tiles', {}, shown.map((item) => el(Tile, { item })))
          : el('p.empty', {}, s.gear.length ? 'No gadgets match. Loosen the filters a little.' : 'The shed is empty – use Undo to bring gadgets back.'))),
    doomed && el(Modal, {
      title: `Remove ${doomed.name}?`, body: 'It disappears from the shop. You can still undo it afterwards.',
      yes: 'Yes, remove', no: 'Cancel', onyes: actions.drop, onno: actions.spare,
    }));
}

const ToastSpot = ({ current }) =>
  el('div', {}, current && el(Toast, {
    text: current.text, action: current.withUndo && 'Undo', onaction: actions.undo,
  }));

document.addEventListener('keydown', (e) => {
  if ((e.ctrlKey || e.metaKey) && !e.shiftKey && e.key.toLowerCase() === 'z') { e.preventDefault(); actions.undo(); }
  if (e.key === 'Escape' && shop.get().doomed) actions.spare();
});
document.addEventListener('click', (e) => {
  if (shop.get().open && !e.target.closest('[data-dropdown]')) shop.set({ open: false });
});

mount(App, shop, document.getElementById('root'));
mount(ToastSpot, toasts, document.getElementById('toast-root'));
