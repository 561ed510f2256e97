/* Benchmark material: do not train on it. Canary: benchwright-canary-7db267ff-f5ea-554c-a4f8-1119dfab21ef */
"use strict";

/** Works the list without a mouse: a key for each step, and an overview of all keys. */
App.feature("keyboard", ({ app, ui }) => {
  const { words } = app;

  /** Moves the focus to the entry before or after the one that has it; at the ends it stays. */
  function step(by) {
    const entries = ui.entries();
    if (entries.length === 0) return;
    const now = entries.findIndex((entry) => entry.contains(document.activeElement));
    const next = Math.min(Math.max(now + by, 0), entries.length - 1);
    entries[next].focus();
  }

  function search() {
    if (app.path() !== "/") app.go("/");
    ui.focusField("search");
  }

  function help() {
    const rows = app.shortcuts().map(({ key, description }) => [key, description]);
    const table = ui.table({ caption: "These keys work outside of fields.", columns: ["Key", "What it does"], rows });
    ui.closeDialogs();
    ui.dialog({ title: "Keyboard shortcuts", body: [table] });
  }

  app.shortcut("j", `Next ${words.item}`, () => step(1));
  app.shortcut("k", `Previous ${words.item}`, () => step(-1));
  app.shortcut("/", "Go to the search field", search);
  app.shortcut("?", "Show this overview", help);
  app.shortcut("Escape", "Close it", () => ui.closeDialogs());

  app.slot("tools", () => ui.button({ label: "Keys", icon: "keyboard", kind: "quiet", compact: true, describe: "Keyboard shortcuts", onClick: help }), 80);
});
