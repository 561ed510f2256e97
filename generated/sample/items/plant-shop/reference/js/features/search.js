/* Benchmark material: do not train on it. Canary: benchwright-canary-3bf3d7f3-2a25-5ea5-82f7-2daa1629cf26 */
"use strict";

/** Finds items by what is typed, while it is typed. */
App.feature("search", ({ app, ui, config }) => {
  const { words } = app;
  const term = () => app.screen.get("search", "").trim().toLowerCase();

  function matches(item) {
    const text = config.scope === "title" ? item.title : `${item.title} ${item.person} ${item.description}`;
    return text.toLowerCase().includes(term());
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
