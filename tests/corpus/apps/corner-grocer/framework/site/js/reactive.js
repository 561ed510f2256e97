// A pocket-sized signal library: signal(), computed(), effect() and h().
let current = null;

export function signal(value) {
  const subs = new Set();
  const read = () => {
    if (current) { subs.add(current); current.deps.add(subs); }
    return value;
  };
  read.peek = () => value;
  read.set = (next) => {
    if (typeof next === 'function') next = next(value);
    if (Object.is(next, value)) return;
    value = next;
    for (const e of [...subs]) if (e.alive) e.run();
  };
  return read;
}

function clean(e) {
  for (const s of e.deps) s.delete(e);
  e.deps.clear();
  for (const k of e.kids) { k.alive = false; clean(k); }
  e.kids.length = 0;
}

export function effect(fn) {
  const e = {
    deps: new Set(), kids: [], alive: true,
    run() {
      clean(e);
      const before = current;
      current = e;
      try { fn(); } finally { current = before; }
    },
  };
  if (current) current.kids.push(e);
  e.run();
  return () => { e.alive = false; clean(e); };
}

export function computed(fn) {
  const s = signal(undefined);
  effect(() => s.set(fn()));
  return s;
}

const PROPS = new Set(['value', 'disabled', 'hidden', 'checked']);
function setProp(el, key, v) {
  if (key === 'class') el.className = v || '';
  else if (PROPS.has(key)) el[key] = v;
  else if (v === false || v == null) el.removeAttribute(key);
  else el.setAttribute(key, v === true ? '' : v);
}

// h('div', {class: 'x', onclick: fn, title: () => reactive}, children…)
export function h(tag, props, ...kids) {
  const el = document.createElement(tag);
  for (const [key, v] of Object.entries(props || {})) {
    if (key === 'ref') v(el);
    else if (key.startsWith('on')) el.addEventListener(key.slice(2), v);
    else if (typeof v === 'function') effect(() => setProp(el, key, v()));
    else setProp(el, key, v);
  }
  append(el, kids);
  return el;
}

function append(el, kids) {
  for (const kid of kids.flat(Infinity)) {
    if (kid == null || kid === false) continue;
    if (typeof kid === 'function') dynamic(el, kid);
    else el.append(kid);
  }
}

// a function child keeps its place between two markers and is redrawn when its signals change
function dynamic(el, fn) {
  const end = document.createTextNode('');
  el.append(end);
  let shown = [];
  effect(() => {
    const out = [fn()].flat(Infinity).filter((x) => x != null && x !== false)
      .map((x) => (x instanceof Node ? x : document.createTextNode(String(x))));
    shown.forEach((n) => n.remove());
    shown = out;
    end.before(...out);
  });
}
