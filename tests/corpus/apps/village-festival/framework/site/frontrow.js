const { html, render, useState, useEffect, useLayoutEffect, useRef } = htmPreact;

const TIMES = ['10:00', '12:30', '15:00', '17:30'];
const ORDERS = [
  { id: 'bill', name: 'As on the bill' },
  { id: 'cheap', name: 'Price, low to high' },
  { id: 'dear', name: 'Price, high to low' },
  { id: 'az', name: 'Title, A to Z' }
];
const SORTERS = {
  bill: null,
  cheap: (a, b) => a.price - b.price,
  dear: (a, b) => b.price - a.price,
  az: (a, b) => a.title.localeCompare(b.title, 'en')
};
const euro = n => '€' + n.toFixed(2);
const eventOf = id => PROGRAMME.find(e => e.id === id);

function today() {
  const d = new Date();
  const two = n => String(n).padStart(2, '0');
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
}
function longDate(iso) {
  const [y, m, d] = iso.split('-').map(Number);
  return new Date(y, m - 1, d).toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' });
}

function useStored(name, start) {
  const [value, set] = useState(() => {
    try { return JSON.parse(localStorage.getItem(name)) || start; } catch (e) { return start; }
  });
  useLayoutEffect(() => localStorage.setItem(name, JSON.stringify(value)), [value]);
  return [value, set];
}

function useHash() {
  const [hash, set] = useState(location.hash);
  useEffect(() => {
    const go = () => set(location.hash);
    addEventListener('hashchange', go);
    return () => removeEventListener('hashchange', go);
  }, []);
  return hash;
}

/* ---- widgets ---- */

// Drop-down made by hand: options are [{id, name}]
function Choice({ label, value, options, onPick, hint, wrong }) {
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const box = useRef();
  useEffect(() => {
    if (!open) return;
    const away = e => { if (!box.current.contains(e.target)) setOpen(false); };
    document.addEventListener('mousedown', away);
    return () => document.removeEventListener('mousedown', away);
  }, [open]);
  const show = () => { setAt(Math.max(0, options.findIndex(o => o.id === value))); setOpen(true); };
  const pick = o => { onPick(o.id); setOpen(false); };
  const keys = e => {
    if (e.key === 'Escape' && open) { e.stopPropagation(); setOpen(false); }
    else if (e.key === 'Enter' || e.key === ' ') { e.preventDefault(); open ? pick(options[at]) : show(); }
    else if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
      e.preventDefault();
      if (!open) return show();
      setAt(Math.min(options.length - 1, Math.max(0, at + (e.key === 'ArrowDown' ? 1 : -1))));
    }
  };
  const chosen = options.find(o => o.id === value);
  return html`
    <div class=${'choice' + (open ? ' is-open' : '') + (wrong ? ' is-wrong' : '')} ref=${box}>
      <div class="choice__face" tabindex="0" role="combobox" aria-label=${label} aria-expanded=${open ? 'true' : 'false'}
           onClick=${() => open ? setOpen(false) : show()} onKeyDown=${keys}>
        <span class=${chosen ? '' : 'choice__hint'}>${chosen ? chosen.name : hint}</span><span class="choice__arrow">▾</span>
      </div>
      ${open && html`<div class="choice__menu" role="listbox">
        ${options.map((o, i) => html`
          <div key=${o.id} role="option" aria-selected=${o.id === value ? 'true' : 'false'}
               class=${'choice__item' + (i === at ? ' is-at' : '')} onMouseEnter=${() => setAt(i)} onClick=${() => pick(o)}>${o.name}</div>`)}
      </div>`}
    </div>`;
}

function Modal({ title, onClose, children }) {
  const box = useRef();
  useEffect(() => {
    const before = document.activeElement;
    const first = box.current.querySelector('input') || box.current;
    first.focus();
    return () => before && before.focus && before.focus();
  }, []);
  return html`
    <div class="curtain" onClick=${e => e.target === e.currentTarget && onClose()}>
      <div class="modal" role="dialog" aria-modal="true" aria-label=${title} tabindex="-1" ref=${box}>
        <div class="modal__head"><h2>${title}</h2><button class="modal__x" aria-label="Close" onClick=${onClose}>×</button></div>
        ${children}
      </div>
    </div>`;
}

/* ---- booking ---- */

function BookingForm({ event, bookings, onBook, onClose }) {
  const [f, setF] = useState({ name: '', date: '', time: null });
  const [wrong, setWrong] = useState({});
  const put = part => { setF({ ...f, ...part }); setWrong({}); };

  function submit(e) {
    e.preventDefault();
    const w = {};
    if (!f.name.trim()) w.name = 'Who is coming? Please give a name.';
    if (!f.date) w.date = 'Please choose a date.';
    else if (f.date < today()) w.date = 'That day is already over. Choose today or later.';
    if (!f.time) w.time = 'Please choose a time.';
    if (!w.date && !w.time && bookings.some(b => b.event === event.id && b.date === f.date && b.time === f.time)) {
      w.time = `Already booked for ${longDate(f.date)} at ${f.time}. Try another time.`;
    }
    setWrong(w);
    if (Object.keys(w).length) return;
    onBook({ id: Date.now(), event: event.id, name: f.name.trim(), date: f.date, time: f.time });
  }

  return html`
    <${Modal} title=${'Book: ' + event.title} onClose=${onClose}>
      <p class="modal__sub">${event.where} · ${euro(event.price)} per seat</p>
      <form onSubmit=${submit} novalidate>
        <label>Name
          <input type="text" value=${f.name} autocomplete="off" class=${wrong.name ? 'is-wrong' : ''} onInput=${e => put({ name: e.target.value })} />
        </label>
        ${wrong.name && html`<div class="oops" role="alert">${wrong.name}</div>`}
        <label>Date
          <input type="date" min=${today()} value=${f.date} class=${wrong.date ? 'is-wrong' : ''} onInput=${e => put({ date: e.target.value })} />
        </label>
        ${wrong.date && html`<div class="oops" role="alert">${wrong.date}</div>`}
        <div class="fake-label">Time</div>
        <${Choice} label="Time" value=${f.time} hint="Choose a time" wrong=${wrong.time}
                   options=${TIMES.map(t => ({ id: t, name: t }))} onPick=${t => put({ time: t })} />
        ${wrong.time && html`<div class="oops" role="alert">${wrong.time}</div>`}
        <div class="modal__foot">
          <button type="button" class="plain" onClick=${onClose}>Never mind</button>
          <button type="submit" class="solid">Book seat</button>
        </div>
      </form>
    <//>`;
}

/* ---- pages ---- */

function Ticket({ event, picked, onBook }) {
  const row = useRef();
  useEffect(() => {
    if (picked) { row.current.focus({ preventScroll: true }); row.current.scrollIntoView({ block: 'nearest' }); }
  }, [picked]);
  return html`
    <li class=${'ticket' + (picked ? ' is-picked' : '')} style=${`--hue:${event.hue}`} ref=${row} tabindex="-1"
        aria-current=${picked ? 'true' : null}
        onKeyDown=${e => e.key === 'Enter' && e.target === row.current && onBook()}>
      <div class="ticket__stub"><span>${euro(event.price)}</span></div>
      <div class="ticket__main">
        <h3>${event.title}</h3>
        <p><b class="kind">${event.kind}</b> ${event.where}</p>
      </div>
      <button class="solid" onClick=${onBook}>Book</button>
    </li>`;
}

function Programme({ shown, query, setQuery, order, setOrder, picked, onBook, searchBox }) {
  const total = PROGRAMME.length;
  return html`
    <div>
      <div class="tools">
        <input class="search" type="search" ref=${searchBox} value=${query} placeholder="Search events  ( / )" aria-label="Search events"
               onInput=${e => setQuery(e.target.value)} />
        <${Choice} label="Sort by" value=${order} options=${ORDERS} onPick=${setOrder} />
      </div>
      <p class="tally" aria-live="polite">${query.trim() ? `${shown.length} of ${total} events` : `${total} events`}</p>
      ${shown.length
        ? html`<ul class="bill">${shown.map(e => html`<${Ticket} key=${e.id} event=${e} picked=${picked === e.id} onBook=${() => onBook(e.id)} />`)}</ul>`
        : html`<p class="nothing">Nothing on our stages matches “${query.trim()}”.</p>`}
    </div>`;
}

function Bookings({ bookings }) {
  if (!bookings.length) return html`<p class="nothing">No seats booked so far. <a href="#/">See what’s on</a></p>`;
  const sorted = [...bookings].sort((a, b) => (a.date + a.time).localeCompare(b.date + b.time));
  return html`<ul class="booked">
    ${sorted.map(b => html`
      <li key=${b.id} style=${`--hue:${eventOf(b.event).hue}`}>
        <div class="booked__when"><b>${b.time}</b>${longDate(b.date)}</div>
        <div><h3>${eventOf(b.event).title}</h3><p>${eventOf(b.event).where} · for ${b.name}</p></div>
      </li>`)}
  </ul>`;
}

function Keys({ onClose }) {
  const rows = [['J', 'next event'], ['K', 'previous event'], ['Enter', 'book the marked event'], ['/', 'go to the search field'], ['?', 'this overview'], ['Esc', 'close']];
  return html`<${Modal} title="Keyboard shortcuts" onClose=${onClose}>
    <dl class="keys">${rows.map(([k, what]) => html`<div><dt><kbd>${k}</kbd></dt><dd>${what}</dd></div>`)}</dl>
  <//>`;
}

function App() {
  const page = useHash() === '#/bookings' ? 'bookings' : 'events';
  const [bookings, setBookings] = useStored('frontrow-bookings', []);
  const [query, setQuery] = useState('');
  const [order, setOrder] = useState('bill');
  const [picked, setPicked] = useState(null);
  const [booking, setBooking] = useState(null);
  const [help, setHelp] = useState(false);
  const [note, setNote] = useState('');
  const searchBox = useRef();

  const q = query.trim().toLowerCase();
  const shown = PROGRAMME.filter(e => [e.title, e.kind, e.where].join(' ').toLowerCase().includes(q));
  if (SORTERS[order]) shown.sort(SORTERS[order]);

  useLayoutEffect(() => {
    const key = e => {
      if (e.key === 'Escape') {
        if (help) setHelp(false);
        else if (booking) setBooking(null);
        else if (e.target === searchBox.current) searchBox.current.blur();
        return;
      }
      if (e.ctrlKey || e.metaKey || e.altKey || help || booking) return;
      if (/^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName)) return;
      if (e.key === '?') { setHelp(true); return; }
      if (page !== 'events') return;
      if (e.key === '/') { e.preventDefault(); searchBox.current.focus(); return; }
      const at = shown.findIndex(x => x.id === picked);
      const k = e.key.toLowerCase();
      if (k === 'j' && at < shown.length - 1) setPicked(shown[at + 1].id);
      if (k === 'k' && at > 0) setPicked(shown[at - 1].id);
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  });

  useEffect(() => {
    if (!note) return;
    const t = setTimeout(() => setNote(''), 3500);
    return () => clearTimeout(t);
  }, [note]);

  function book(b) {
    setBookings([...bookings, b]);
    setBooking(null);
    setNote(`See you ${longDate(b.date)} at ${b.time}, ${b.name}!`);
  }

  return html`
    <div class="page">
      <header class="marquee">
        <a class="logo" href="#/">Frontrow <i>Town</i></a>
        <nav>
          <a href="#/" class=${page === 'events' ? 'is-here' : ''}>Programme</a>
          <a href="#/bookings" class=${page === 'bookings' ? 'is-here' : ''}>Bookings (${bookings.length})</a>
          <button class="help" aria-label="Keyboard shortcuts" onClick=${() => setHelp(true)}>?</button>
        </nav>
      </header>
      <main>
        <h1>${page === 'events' ? 'On our stages' : 'Booked seats'}</h1>
        ${page === 'events'
          ? html`<${Programme} ...${{ shown, query, setQuery, order, setOrder, picked, searchBox, onBook: setBooking }} />`
          : html`<${Bookings} bookings=${bookings} />`}
      </main>
      ${booking && html`<${BookingForm} event=${eventOf(booking)} bookings=${bookings} onBook=${book} onClose=${() => setBooking(null)} />`}
      ${help && html`<${Keys} onClose=${() => setHelp(false)} />`}
      ${note && html`<div class="note" role="status">${note}</div>`}
    </div>`;
}

render(html`<${App} />`, document.getElementById('stage'));
