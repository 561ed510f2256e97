"use strict";

/** Takes changes back, the latest first. */
App.feature("undo", ({ app, ui }) => {
  const latest = () => app.store.history().at(-1);

  function undo() {
    const label = app.store.undo();
    if (label) ui.notice(`Undone: ${label}.`, { tone: "plain" });
  }

  app.slot("tools", () =>
    ui.button({
      label: "Undo",
      icon: "undo",
      disabled: !latest(),
      describe: latest() && `Undo: ${latest()}`,
      onClick: undo,
    }), 20);

  app.shortcut("Control+z", "Undo the latest change", undo);
});
