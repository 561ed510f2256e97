// sprout: a tiny reactive helper. A store holds the state, views are functions from props to
// elements, and every change of the store rebuilds what is mounted on it.

function store(initial) {
  let state = initial;
  const listeners = new Set();
  return {
    get: () => state,
    set(patch) {
      const next = typeof patch === 'function' ? patch(state) : patch;
      state = { ...state, ...next };
      listeners.forEach((fn) => fn(state));
    },
    watch(fn) {
      listeners.add(fn);
      return () => listeners.delete(fn);
    },
  };
}

// el('button.primary', { onclick }, 'text', child, [children])
function el(spec, props, ...children) {
  if (typeof spec === 'function') return spec({ ...props, children });
  const [tag, ...classes] = spec.split('.');
  const node = document.createElement(tag || 'div');
  if (classes.length) node.className = classes.join(' ');
  for (const [name, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'key') node.dataset.key = value;
    else if (name === 'class') node.className += ' ' + value;
    else if (name === 'style') Object.assign(node.style, value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(node, child);
    else if (child !== null && child !== undefined && child !== false) node.append(child);
  }
}

function mount(view, source, root) {
  const paint = () => {
    const held = root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    root.replaceChildren(view(source.get()));
    const wanted = root.querySelector('[data-focus]') || (held && root.querySelector(`[data-key="${held}"]`));
    if (wanted) wanted.focus({ preventScroll: true });
  };
  source.watch(paint);
  paint();
}

// Adds undo to a store: commit() remembers the named slice before it changes.
function timeline(source, slice) {
  return {
    commit(label, value) {
      source.set((s) => ({ [slice]: value, past: [...s.past, { label, value: s[slice] }] }));
    },
    back() {
      const { past } = source.get();
      if (!past.length) return null;
      const last = past[past.length - 1];
      source.set({ [slice]: last.value, past: past.slice(0, -1) });
      return last.label;
    },
  };
}
