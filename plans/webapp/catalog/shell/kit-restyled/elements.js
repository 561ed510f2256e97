"use strict";

/**
 * The other kit: the same calls, other markup. Bare boxes with ARIA roles in place of native elements, rows in place of
 * cards, icons in place of words, panels in place of dialogs, and other wordings out of `App.wording`.
 */
App.createKit = function createKit({ words }) {
  const ui = {};
  App.kitParts.forEach((part) => part(ui, { words }));
  return ui;
};

App.kitParts = [];

/** A label in this kit's words: known whole, or by how it begins ("Add" turns "Add fern" into "New fern"). */
App.word = function word(text) {
  if (typeof text !== "string") return text;
  if (text in App.wording) return App.wording[text];
  const head = Object.keys(App.wording).filter((known) => text.startsWith(`${known} `)).sort((a, b) => b.length - a.length)[0];
  return head ? App.wording[head] + text.slice(head.length) : text;
};

/** What makes a bare box a button: for the pointer, the keyboard and screen readers. */
App.pressable = (run) => ({
  role: "button", tabindex: 0, onClick: run,
  onKeydown: (event) => {
    if (event.target !== event.currentTarget || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    run(event);
  },
});

/** Words, buttons, links and the boxes that hold them. */
App.kitParts.push((ui) => {
  const { h, icon, nodes, word } = App;

  ui.text = (text, { tone = null } = {}) => h("div", { class: `txt ${tone ?? ""}` }, word(text));
  ui.heading = (text, level = 2) => h("div", { class: `t t${level}`, role: "heading", "aria-level": level }, word(text));
  ui.status = (text) => h("div", { class: "dim", role: "status" }, text);
  ui.badge = (text, tone = "plain") => h("i", { class: `chip ${tone}` }, word(text));
  ui.row = (...children) => h("div", { class: "line" }, ...children);
  ui.stack = (...children) => h("div", { class: "pile" }, ...children);
  ui.toolbar = (...children) => h("div", { class: "strip" }, ...children);

  ui.section = ({ title, level = 2, actions = [], body = [] }) =>
    h("div", { class: level === 1 ? "screen" : "box" }, h("div", { class: "line spread" }, h(level === 1 ? "h2" : "div", { class: `t t${level}`, role: level === 1 ? null : "heading", "aria-level": level === 1 ? null : level }, word(title)), nodes(actions)), body);

  ui.button = ({ label, onClick, kind = "plain", icon: drawing, pressed, disabled = false, compact = false, describe }) => {
    const isBare = compact && drawing;
    const name = word(describe && isBare ? describe : label);
    return h(
      "button",
      { class: `btn ${kind} ${pressed ? "lit" : ""}`, type: "button", onClick, disabled, title: isBare ? name : null, "aria-pressed": pressed === undefined ? null : String(pressed) },
      drawing && icon(drawing), !isBare && word(label),
    );
  };

  ui.link = ({ label, to }) => h("a", { href: `#${to}` }, word(label));
  ui.navLink = ({ label, to, current }) => h("a", { href: `#${to}`, class: `tab ${current ? "lit" : ""}`, "aria-current": current ? "page" : null }, word(label));

  ui.stats = (entries) =>
    h("div", { class: "tiles" }, entries.map(({ label, value }) => h("div", { class: "tile" }, h("b", {}, value), h("span", {}, word(label)))));

  ui.facts = (entries) =>
    h("table", { class: "pairs" }, entries.map(({ label, text }) => h("tr", {}, h("td", {}, word(label)), h("td", {}, text))));

  ui.progress = ({ label, value, max = 100 }) =>
    h("div", { class: "pile" }, h("div", { class: "gauge", role: "progressbar", "aria-label": label, "aria-valuemin": 0, "aria-valuenow": value, "aria-valuemax": max }, h("div", { style: `width:${(value / max) * 100}%` })), h("div", { class: "dim" }, label));

  ui.empty = ({ title, text, actions = [] }) => h("div", { class: "box hollow", role: "status" }, h("b", {}, word(title)), text && h("div", {}, text), actions);

  ui.page = ({ brand, navigation, tools, main, footer }) => {
    document.documentElement.style.setProperty("--hue", brand.accent);
    return h(
      "div", { class: "shell" },
      h("div", { class: "side" }, h("a", { class: "logo", href: "#/" }, brand.name), h("div", { class: "menu", role: "navigation", "aria-label": "Main" }, navigation), h("div", { class: "menu" }, tools), h("div", { class: "dim" }, brand.tagline, nodes(footer))),
      h("div", { class: "stage" }, h("div", { class: "messages", "aria-live": "polite" }), h("div", { class: "panels" }), main),
    );
  };
});
