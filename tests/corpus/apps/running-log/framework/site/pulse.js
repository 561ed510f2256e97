/* pulse – a very small reactive helper: store(), h(), mount().
   Every change of the store renders the whole tree anew. */
(function (global) {
  const BOOLEAN = new Set(['hidden', 'disabled']);

  function append(parent, child) {
    if (child === null || child === undefined || child === false || child === true) return;
    if (Array.isArray(child)) return child.forEach(c => append(parent, c));
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }

  function h(type, props, ...children) {
    props = props || {};
    if (typeof type === 'function') return type({ ...props, children });
    const node = document.createElement(type);
    for (const [key, value] of Object.entries(props)) {
      if (key.startsWith('on') && typeof value === 'function') node.addEventListener(key.slice(2).toLowerCase(), value);
      else if (key === 'class') node.className = value;
      else if (key === 'style') Object.assign(node.style, value);
      else if (BOOLEAN.has(key)) node[key] = !!value;
      else if (value !== undefined && value !== null) node.setAttribute(key, value);
    }
    append(node, children);
    return node;
  }

  function store(initial) {
    const listeners = new Set();
    let queued = false;
    const announce = () => {
      if (queued) return;
      queued = true;
      queueMicrotask(() => { queued = false; listeners.forEach(l => l()); });
    };
    return {
      state: new Proxy(initial, { set(t, k, v) { t[k] = v; announce(); return true; } }),
      subscribe(l) { listeners.add(l); return () => listeners.delete(l); }
    };
  }

  function mount(root, view, st) {
    const draw = () => {
      const focus = document.activeElement && document.activeElement.getAttribute('data-key');
      root.replaceChildren(view());
      if (focus) { const again = root.querySelector('[data-key="' + focus + '"]'); if (again) again.focus({ preventScroll: true }); }
    };
    st.subscribe(draw);
    draw();
  }

  global.pulse = { h, store, mount };
})(window);
