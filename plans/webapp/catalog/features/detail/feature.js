"use strict";

/** A view of one item with everything that is known about it; other features add sections to it. */
App.feature("detail", ({ app, ui }) => {
  const { words } = app;

  app.slot("item-link", (item) => `/item/${encodeURIComponent(item.id)}`);

  /** Everything that is known of the item, and what other features tell of it beside that. */
  function facts(item) {
    const known = app.items.facts(item);
    const added = app.fill("item-facts", item).filter((fact) => known.every((own) => own.label !== fact.label));
    return [...known, ...added].map(({ label, text }) => ({ label, text }));
  }

  function body(item) {
    const badges = app.fill("item-badges", item);
    const about = ui.section({ title: `About this ${words.item}`, body: [ui.text(item.description), ui.facts(facts(item))] });
    return ui.section({
      title: item.title,
      level: 1,
      actions: app.fill("item-actions", item),
      body: [badges.length > 0 && ui.row(badges), about],
    });
  }

  const gone = () => ui.empty({ title: `This ${words.item} is not there`, text: "It may have been deleted." });

  function content(id) {
    const item = app.items.find(id);
    return item ? body(item) : gone();
  }

  app.route("/item/:id", {
    title: ({ id }) => app.items.find(id)?.title ?? "Not found",
    render: ({ id }) => {
      const item = app.items.find(id);
      return ui.stack(
        ui.row(ui.link({ label: `Back to all ${words.items}`, to: "/" })),
        app.live(() => content(id)),
        item && app.fill("detail-sections", item),
      );
    },
  });
});
