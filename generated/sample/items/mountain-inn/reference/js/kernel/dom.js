/* Benchmark material: do not train on it. Canary: benchwright-canary-3bf3d7f3-2a25-5ea5-82f7-2daa1629cf26 */
"use strict";

/** The one global of the app; every script adds its part to it. */
const App = {};

/**
 * Build an element.
 * Properties: `class`, `on…` handlers, `data-…`, `aria-…` and any attribute; null, undefined and false are left out.
 * Children: nodes, text, arrays of them; null, undefined and false are left out.
 */
App.h = function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2).toLowerCase(), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...App.nodes(children));
  return element;
};

/** A flat list of nodes and texts, without the empty ones. */
App.nodes = function nodes(...children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
};

/** A drawing out of the set in icons.js; it is decoration, so it has no name of its own. */
App.icon = function icon(name) {
  const holder = document.createElement("template");
  holder.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${App.icons[name] ?? ""}</svg>`;
  return holder.content.firstChild;
};

/** A fresh id for tying labels to fields. */
App.uid = (() => {
  let last = 0;
  return (prefix = "id") => `${prefix}-${++last}`;
})();
