/* Benchmark material: do not train on it. Canary: benchwright-canary-3bf3d7f3-2a25-5ea5-82f7-2daa1629cf26 */
"use strict";

/** The kit: everything that a feature may put on the page. Its parts are added by the scripts beside this one. */
App.createKit = function createKit({ words }) {
  const ui = {};
  App.kitParts.forEach((part) => part(ui, { words }));
  return ui;
};

App.kitParts = [];

/** Words, buttons, links and the boxes that hold them. */
App.kitParts.push((ui) => {
  const { h, icon, nodes } = App;

  ui.text = (text, { tone = null } = {}) => h("p", { class: tone }, text);
  ui.heading = (text, level = 2) => h(`h${level}`, {}, text);
  ui.status = (text) => h("p", { class: "muted", role: "status" }, text);
  ui.badge = (text, tone = "plain") => h("span", { class: `badge ${tone}` }, text);
  ui.row = (...children) => h("div", { class: "row" }, ...children);
  ui.stack = (...children) => h("div", { class: "stack" }, ...children);
  ui.toolbar = (...children) => h("div", { class: "toolbar" }, ...children);

  /** A titled part of a view. `actions` stand beside the title. */
  ui.section = ({ title, level = 2, actions = [], body = [] }) => {
    const id = App.uid("section");
    const head = h("div", { class: "section-head" }, h(`h${level}`, { id }, title), h("div", { class: "row" }, actions));
    return h("section", { class: level === 1 ? "view" : "panel", "aria-labelledby": id }, head, body);
  };

  /** kind: primary, plain, quiet or danger. `compact` lets a kit show the icon alone. `describe` is the full name. */
  ui.button = ({ label, onClick, kind = "plain", icon: drawing, pressed, expanded, disabled = false, describe }) =>
    h(
      "button",
      {
        type: "button", class: `button ${kind}`, onClick, disabled,
        "aria-pressed": pressed === undefined ? null : String(pressed),
        "aria-expanded": expanded === undefined ? null : String(expanded),
        "aria-label": describe,
      },
      drawing && icon(drawing), label,
    );

  ui.link = ({ label, to }) => h("a", { href: `#${to}` }, label);

  ui.navLink = ({ label, to, icon: drawing, current }) =>
    h("a", { href: `#${to}`, class: "nav-link", "aria-current": current ? "page" : null }, drawing && icon(drawing), label);

  /** Numbers with their labels: [{label, value}]. */
  ui.stats = (entries) =>
    h("dl", { class: "stats" }, entries.map(({ label, value }) => h("div", {}, h("dt", {}, label), h("dd", {}, value))));

  /** Labels with their values, for one thing: [{label, text}]. */
  ui.facts = (entries) =>
    h("dl", { class: "facts" }, entries.map(({ label, text }) => h("div", {}, h("dt", {}, label), h("dd", {}, text))));

  ui.progress = ({ label, value, max = 100 }) =>
    h("div", { class: "progress" }, h("span", {}, label), h("progress", { value, max, "aria-label": label }));

  /** Nothing to show, and what to do about it. */
  ui.empty = ({ title, text, actions = [] }) =>
    h("div", { class: "empty", role: "status" }, h("p", { class: "empty-title" }, title), text && h("p", {}, text), actions);

  /** The frame around every view. */
  ui.page = ({ brand, navigation, tools, main, footer }) => {
    const mark = h("span", { class: "mark", "aria-hidden": "true" }, brand.name.replace(/^The /, "").charAt(0));
    const name = h("a", { class: "brand", href: "#/" }, mark, h("span", {}, brand.name));
    const menu = h("nav", { "aria-label": "Main" }, navigation);
    document.documentElement.style.setProperty("--hue", brand.accent);
    return h(
      "div", { class: "page" },
      h("header", { class: "site-header" }, h("div", { class: "bar" }, name, menu, h("div", { class: "tools" }, tools))),
      h("div", { class: "notices", "aria-live": "polite" }),
      main,
      h("footer", { class: "site-footer" }, h("p", {}, brand.tagline), nodes(footer)),
    );
  };
});
