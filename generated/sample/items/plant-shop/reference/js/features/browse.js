/* Benchmark material: do not train on it. Canary: benchwright-canary-7db267ff-f5ea-554c-a4f8-1119dfab21ef */
"use strict";

/** The start page: all items, how many there are, and the places into which other features put their tools. */
App.feature("browse", ({ app, ui }) => {
  const { words, format } = app;

  function count() {
    const found = app.list.shown("paging").length;
    return ui.status(`${format.count(found, words.item, words.items)} found`);
  }

  function collection() {
    const entries = app.list.shown().map((item) => app.items.entry(item, ["group", "amount", "person"]));
    if (entries.length > 0) return ui.items({ label: App.capital(words.items), entries });
    const [special] = app.fill("empty-list");
    return special ?? ui.empty({ title: `No ${words.items} to show`, text: `There are no ${words.items} here yet.` });
  }

  app.route("/", {
    title: "",
    nav: { label: App.capital(words.items), order: 10 },
    render: () =>
      ui.section({
        title: App.capital(words.items),
        level: 1,
        actions: app.fill("list-actions"),
        body: [
          ui.toolbar(app.fill("toolbar")),
          app.live(() => app.fill("above-list")),
          app.live(count),
          app.live(collection),
          app.live(() => app.fill("below-list")),
        ],
      }),
  });
});
