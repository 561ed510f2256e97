/* Benchmark material: do not train on it. Canary: benchwright-canary-3bf3d7f3-2a25-5ea5-82f7-2daa1629cf26 */
"use strict";

/** What lies over the page: dialogs, questions, notices. */
App.kitParts.push((ui) => {
  const { h } = App;
  const NOTICE_TIME = 6000;

  ui.closeDialogs = () => document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());

  /** Opens a dialog: {title, body, actions, onClose}; gives {close}. */
  ui.dialog = ({ title, body = [], actions = [], onClose = () => {} }) => {
    const id = App.uid("dialog");
    const closer = h("button", { type: "button", class: "button quiet closer", "aria-label": "Close", onClick: () => dialog.close() }, App.icon("close"));
    const dialog = h(
      "dialog", { "aria-labelledby": id },
      h("div", { class: "section-head" }, h("h2", { id }, title), closer),
      body,
      actions.length > 0 && h("div", { class: "row end" }, actions),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      onClose();
    });
    document.body.append(dialog);
    dialog.showModal();
    return { close: () => dialog.close() };
  };

  /** Asks before doing something: {title, text, yes, no, onYes}. */
  ui.confirm = ({ title, text, yes, no = "Cancel", onYes }) => {
    const answer = (run) => () => {
      box.close();
      run();
    };
    const box = ui.dialog({
      title,
      body: [h("p", {}, text)],
      actions: [ui.button({ label: no, onClick: answer(() => {}) }), ui.button({ label: yes, kind: "danger", onClick: answer(onYes) })],
    });
  };

  /** A message that goes away by itself. tone: good, bad or plain; `action` is {label, onClick}. */
  ui.notice = (text, { tone = "good", action = null } = {}) => {
    const note = h(
      "div", { class: `notice ${tone}`, role: tone === "bad" ? "alert" : "status" },
      App.icon(tone === "bad" ? "warning" : "check"), h("span", {}, text),
      action && ui.button({ label: action.label, kind: "quiet", onClick: () => { note.remove(); action.onClick(); } }),
    );
    document.querySelector(".notices").replaceChildren(note);
    setTimeout(() => note.remove(), NOTICE_TIME);
  };
});
