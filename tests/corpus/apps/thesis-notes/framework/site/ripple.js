// ripple.js: signals, effects and a hyperscript function. A view throws its old
// nodes away and builds new ones whenever a signal it has read changes.
(function () {
  let running = null;
  const waiting = new Set();

  function flush() {
    for (const job of [...waiting]) { waiting.delete(job); job(); }
  }

  function signal(value) {
    const readers = new Set();
    return function (...next) {
      if (!next.length) {
        if (running) { readers.add(running); running.reads.add(readers); }
        return value;
      }
      value = next[0];
      if (!waiting.size) queueMicrotask(flush);
      readers.forEach(job => waiting.add(job));
    };
  }

  function effect(fn) {
    const job = () => {
      job.reads.forEach(r => r.delete(job));
      job.reads = new Set();
      const outer = running;
      running = job;
      try { fn(); } finally { running = outer; }
    };
    job.reads = new Set();
    job();
  }

  // h('button.red', { onclick: f, 'aria-label': 'Close' }, 'text', [nodes], null)
  function h(spec, props, ...kids) {
    const [tag, ...classes] = spec.split('.');
    const el = document.createElement(tag || 'div');
    if (classes.length) el.className = classes.join(' ');
    for (const [k, v] of Object.entries(props || {})) {
      if (v == null || v === false) continue;
      if (k.startsWith('on')) el.addEventListener(k.slice(2), v);
      else if (k === 'value') el.value = v;
      else if (k === 'class') el.className += ' ' + v;
      else el.setAttribute(k, v === true ? '' : v);
    }
    el.append(...kids.flat(3).filter(x => x != null && x !== false));
    return el;
  }

  function view(build) {
    let node = document.createComment('');
    effect(() => {
      const had = node.contains(document.activeElement) ? document.activeElement : null;
      const caret = had && 'selectionStart' in had ? [had.selectionStart, had.selectionEnd] : null;
      const next = build() || document.createComment('');
      node.replaceWith(next);
      node = next;
      const again = had && had.id && document.getElementById(had.id);
      if (again) { again.focus({ preventScroll: true }); if (caret) again.setSelectionRange(...caret); }
    });
    return node;
  }

  window.ripple = { signal, effect, h, view };
})();
