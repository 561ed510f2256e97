/* Benchmark material: do not train on it. Canary: benchwright-canary-7db267ff-f5ea-554c-a4f8-1119dfab21ef */
"use strict";

/** Deletes an item after asking. */
App.feature("delete", ({ app, ui }) => {
  function remove(item) {
    app.items.remove(item.id);
    if (app.path().startsWith("/item/")) app.go("/");
    ui.notice(`${item.title} was deleted.`);
  }

  function ask(item) {
    ui.confirm({
      title: `Delete ${item.title}?`,
      text: `Do you really want to delete ${item.title}?`,
      yes: "Delete",
      onYes: () => remove(item),
    });
  }

  app.slot("item-actions", (item) =>
    ui.button({ label: "Delete", icon: "trash", kind: "quiet", compact: true, describe: `Delete ${item.title}`, onClick: () => ask(item) }), 80);
});
