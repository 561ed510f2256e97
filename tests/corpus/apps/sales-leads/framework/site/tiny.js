// tiny: signals, effects with owned children, and a hyperscript that takes functions as live regions.
let active = null;

export function signal(value) {
  const subs = new Set();
  return {
    get value() {
      if (active) { subs.add(active); active.deps.add(subs); }
      return value;
    },
    set value(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const e of [...subs]) if (!e.dead) e.run();
    },
    peek: () => value,
  };
}

function clean(e) {
  e.kids.forEach(k => { k.dead = true; clean(k); });
  e.kids = [];
  e.deps.forEach(d => d.delete(e));
  e.deps.clear();
}

export function effect(fn) {
  const e = { deps: new Set(), kids: [], dead: false };
  e.run = () => {
    clean(e);
    const before = active;
    active = e;
    try { fn(); } finally { active = before; }
  };
  if (active) active.kids.push(e);
  e.run();
}

export function computed(fn) {
  const s = signal();
  effect(() => { s.value = fn(); });
  return s;
}

function insert(parent, kid) {
  if (kid == null || kid === false) return;
  if (Array.isArray(kid)) return kid.forEach(k => insert(parent, k));
  if (typeof kid !== 'function') return parent.append(kid);
  const a = document.createComment(''), z = document.createComment('');
  parent.append(a, z);
  effect(() => {
    const frag = document.createDocumentFragment();
    insert(frag, kid());
    while (a.nextSibling !== z) a.nextSibling.remove();
    z.before(frag);
  });
}

export function h(tag, props, ...kids) {
  const el = document.createElement(tag);
  for (const [k, v] of Object.entries(props || {})) {
    if (k.startsWith('on')) el.addEventListener(k.slice(2), v);
    else if (typeof v === 'function') effect(() => put(el, k, v()));
    else put(el, k, v);
  }
  insert(el, kids);
  return el;
}

function put(el, k, v) {
  if (k === 'value' || k === 'hidden') el[k] = v;
  else if (v === false || v == null) el.removeAttribute(k);
  else el.setAttribute(k, v === true ? '' : v);
}
