/* Benchmark material: do not train on it. Canary: benchwright-canary-3bf3d7f3-2a25-5ea5-82f7-2daa1629cf26 */
"use strict";

/** Parts of the page that are drawn again whenever something changes, keeping the keyboard focus where it was. */
App.createLive = function createLive() {
  const parts = new Set();

  /** A part whose content is whatever `render` gives, now and after every change. */
  function live(render) {
    const part = { host: App.h("div", { class: "live" }), render };
    parts.add(part);
    part.host.append(...App.nodes(render()));
    return part.host;
  }

  function redraw() {
    for (const part of [...parts]) {
      if (!part.host.isConnected) parts.delete(part);
      else keepingFocus(part.host, () => part.host.replaceChildren(...App.nodes(part.render())));
    }
  }

  function keepingFocus(host, draw) {
    const active = document.activeElement;
    const path = host.contains(active) && active !== host ? pathTo(host, active) : null;
    const range = path && "selectionStart" in active ? [active.selectionStart, active.selectionEnd] : null;
    draw();
    const again = path && path.reduce((node, index) => node?.children[index], host);
    if (!again || again.tagName !== active.tagName) return;
    again.focus({ preventScroll: true });
    if (range && range[0] !== null) again.setSelectionRange(...range);
  }

  function pathTo(host, element) {
    const path = [];
    for (let node = element; node !== host; node = node.parentElement) {
      path.unshift([...node.parentElement.children].indexOf(node));
    }
    return path;
  }

  return { live, redraw };
};
