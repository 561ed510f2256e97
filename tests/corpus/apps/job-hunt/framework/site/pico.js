/* pico – a tiny view helper: template strings in, patched DOM out. */
(function () {
  const ENT = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  class Safe { constructor(s) { this.s = s; } }
  const out = v => v == null || v === false ? ''
    : v instanceof Safe ? v.s
    : Array.isArray(v) ? v.map(out).join('')
    : String(v).replace(/[&<>"']/g, c => ENT[c]);

  function html(parts, ...values) {
    return new Safe(parts.reduce((acc, p, i) => acc + p + (i < values.length ? out(values[i]) : ''), ''));
  }

  function patch(from, to) {
    if (from.nodeName !== to.nodeName) { from.replaceWith(to); return; }
    if (from.nodeType !== 1) { if (from.data !== to.data) from.data = to.data; return; }
    for (const a of [...from.attributes]) if (!to.hasAttribute(a.name)) from.removeAttribute(a.name);
    for (const a of to.attributes) if (from.getAttribute(a.name) !== a.value) from.setAttribute(a.name, a.value);
    if (from.nodeName === 'INPUT' && from.value !== (to.getAttribute('value') || '')) from.value = to.getAttribute('value') || '';
    patchChildren(from, to);
  }

  function patchChildren(from, to) {
    const key = n => n.nodeType === 1 ? n.getAttribute('key') : null;
    const keyed = new Map([...from.children].filter(key).map(n => [key(n), n]));
    let cur = from.firstChild;
    for (const n of [...to.childNodes]) {
      const hit = key(n) ? keyed.get(key(n)) : cur && !key(cur) ? cur : null;
      if (!hit) { from.insertBefore(n, cur); continue; }
      if (hit === cur) cur = cur.nextSibling; else from.insertBefore(hit, cur);
      patch(hit, n);
    }
    while (cur) { const next = cur.nextSibling; cur.remove(); cur = next; }
  }

  function mount({ root, state, view, on, after }) {
    let queued = false;
    const draw = () => {
      queued = false;
      const t = document.createElement('template');
      t.innerHTML = out(view(store));
      patchChildren(root, t.content);
      if (after) after(store);
    };
    const store = new Proxy(state, {
      set(obj, k, v) {
        obj[k] = v;
        if (!queued) { queued = true; queueMicrotask(draw); }
        return true;
      }
    });
    // <a on-click="name|arg|arg"> calls on.name(event, element, arg, arg)
    for (const type of ['click', 'input', 'submit', 'keydown', 'dragstart', 'dragover', 'drop', 'dragend']) {
      root.addEventListener(type, ev => {
        const el = ev.target.closest(`[on-${type}]`);
        if (!el) return;
        const [name, ...args] = el.getAttribute(`on-${type}`).split('|');
        on[name].call(store, ev, el, ...args);
      });
    }
    draw();
    return store;
  }
  window.pico = { html, mount };
})();
