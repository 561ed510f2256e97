/* Benchmark material: do not train on it. Canary: benchwright-canary-7db267ff-f5ea-554c-a4f8-1119dfab21ef */
"use strict";

/** Finds items by what is typed, while it is typed. */
App.feature("search", ({ app, ui }) => {
  const { words } = app;
  const term = () => app.screen.get("search", "").trim().toLowerCase();

  function matches(item) {
    return item.title.toLowerCase().includes(term());
  }

  app.list.stage("search", 10, (items) => items.filter(matches));

  app.slot("toolbar", () =>
    ui.field({
      name: "search",
      label: `Search ${words.items}`,
      type: "search",
      value: app.screen.get("search", ""),
      onInput: (text) => app.screen.set({ search: text, page: 1 }),
    }), 10);

  app.slot("empty-list", () => {
    if (!term()) return null;
    return ui.empty({ title: `No ${words.items} match your search`, text: "Try another word, or clear the search." });
  }, 10);
});
