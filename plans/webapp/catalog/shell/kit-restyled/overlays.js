"use strict";

/** In place of dialogs: panels in the page; in place of questions: the browser's own. */
App.kitParts.push((ui) => {
  const { h, word } = App;

  ui.closeDialogs = () => document.querySelector(".panels")?.replaceChildren();

  ui.dialog = ({ title, body = [], actions = [], onClose = () => {} }) => {
    const close = () => {
      panel.remove();
      onClose();
    };
    const panel = h(
      "div", { class: "box lifted", role: "dialog", "aria-label": word(title) },
      h("div", { class: "line spread" }, h("div", { class: "t t2", role: "heading", "aria-level": 2 }, word(title)), h("button", { type: "button", class: "btn", title: "Close", "aria-label": "Close", onClick: close }, "✕")),
      body, h("div", { class: "line" }, actions),
    );
    document.querySelector(".panels").replaceChildren(panel);
    window.scrollTo(0, 0);
    return { close };
  };

  ui.confirm = ({ text, onYes }) => {
    if (window.confirm(text)) onYes();
  };

  ui.notice = (text, { tone = "good", action = null } = {}) => {
    const bar = h("div", { class: `message ${tone}`, role: tone === "bad" ? "alert" : "status" }, h("span", {}, text), action && h("a", { href: "javascript:void 0", onClick: () => { bar.remove(); action.onClick(); } }, word(action.label)));
    document.querySelector(".messages").replaceChildren(bar);
  };
});
