"use strict";

/** Keeps what people change in their browser, and forgets it when they ask for that. */
App.feature("persistence", ({ app, ui }) => {
  const KEY = `${app.brand.name}: data`;
  let sample = "";

  function save() {
    localStorage.setItem(KEY, app.store.save());
  }

  function restore() {
    const kept = localStorage.getItem(KEY);
    if (kept === null) return;
    try {
      app.store.restore(kept);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      localStorage.removeItem(KEY); // Cut off while it was written: nothing of it can be read.
    }
  }

  function reset() {
    app.store.restore(sample);
    ui.notice("The sample data is back.");
  }

  function ask() {
    ui.confirm({
      title: "Reset data?",
      text: "Reset data? Everything that you added or changed will be lost.",
      yes: "Reset data",
      onYes: reset,
    });
  }

  app.onStart(() => {
    sample = app.store.save();
    restore();
    app.store.subscribe(save);
  });

  app.slot("footer", () => ui.button({ label: "Reset data", icon: "refresh", kind: "quiet", onClick: ask }), 90);
});
