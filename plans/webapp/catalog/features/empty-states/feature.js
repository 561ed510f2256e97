"use strict";

/** What is there when nothing is there: a welcome at the first visit, and a way on from an empty list. */
App.feature("empty-states", ({ app, ui }) => {
  const { brand, format, words } = app;
  const KEY = `${brand.name}: welcomed`;

  function dismiss() {
    localStorage.setItem(KEY, "yes");
    app.redraw();
  }

  function welcome() {
    if (localStorage.getItem(KEY) !== null) return null;
    return ui.section({
      title: `Welcome to ${brand.name}`,
      actions: [ui.button({ label: "Got it", kind: "primary", onClick: dismiss })],
      body: [ui.text(`${brand.tagline}. Here are some examples to begin with; look around and try what you like.`)],
    });
  }

  function setAll(label, items) {
    app.store.commit(label, (state) => { state.items = items; });
  }

  function clear() {
    const count = format.count(app.items.all().length, words.item, words.items);
    ui.confirm({
      title: "Clear the list?",
      text: `Clear the list? This removes ${count}.`,
      yes: "Clear",
      onYes: () => setAll("Cleared the list", []),
    });
  }

  function nothing() {
    if (app.items.all().length > 0) return null;
    return ui.empty({
      title: `No ${words.items} yet`,
      text: "The list is empty. You can begin with our examples.",
      actions: [ui.button({ label: "Load examples", kind: "primary", onClick: () => setAll("Loaded examples", App.data.items) })],
    });
  }

  app.slot("above-list", welcome, 5);
  app.slot("empty-list", nothing, 5);
  app.slot("list-actions", () => ui.button({ label: "Clear list", icon: "trash", kind: "quiet", onClick: clear }), 80);
});
