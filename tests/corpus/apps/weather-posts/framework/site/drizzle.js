// drizzle: signals, effects and elements in one small file
let running = null;   // the effect that reads at this moment
const queue = new Set();

export function signal(value) {
  const readers = new Set();
  const get = () => { if (running) { readers.add(running); running.sources.add(readers); } return value; };
  get.set = next => {
    const v = typeof next === 'function' ? next(value) : next;
    if (Object.is(v, value)) return;
    value = v;
    if (!queue.size) queueMicrotask(flush);
    readers.forEach(r => queue.add(r));
  };
  get.peek = () => value;
  return get;
}

function flush() {
  const now = [...queue];
  queue.clear();
  now.forEach(run => run());
}

function drop(run) {
  run.sources.forEach(s => s.delete(run));
  run.sources.clear();
  run.inner.forEach(drop);
  run.inner.clear();
  queue.delete(run);
  run.gone = true;
}

export function effect(fn) {
  const run = () => {
    if (run.gone && run.ran) return;
    drop(run);
    run.gone = false;
    run.ran = true;
    const before = running;
    running = run;
    try { fn(); } finally { running = before; }
  };
  run.sources = new Set();
  run.inner = new Set();          // effects made inside this one end with it
  if (running) running.inner.add(run);
  run();
}

// A value computed on each read: its reader is subscribed to what it reads.
export const derive = fn => () => fn();

function put(parent, child) {
  if (child === null || child === undefined || child === false) return;
  if (Array.isArray(child)) return child.forEach(c => put(parent, c));
  if (typeof child === 'function') {
    const slot = document.createElement('span');
    slot.style.display = 'contents';
    parent.append(slot);
    effect(() => { const made = child(); slot.replaceChildren(); put(slot, made); });
    return;
  }
  parent.append(child instanceof Node ? child : String(child));
}

export function h(spec, attrs = {}, ...children) {
  const [tag, ...classes] = spec.split('.');
  const el = document.createElement(tag);
  if (classes.length) el.className = classes.join(' ');
  for (const [k, v] of Object.entries(attrs)) {
    if (k.startsWith('on')) el.addEventListener(k.slice(2), v);
    else if (typeof v === 'function') effect(() => set(el, k, v()));
    else set(el, k, v);
  }
  put(el, children);
  return el;
}
function set(el, k, v) {
  if (v === false || v === null || v === undefined) el.removeAttribute(k);
  else el.setAttribute(k, v === true ? '' : v);
}
