/* Benchmark material: do not train on it. Canary: benchwright-canary-7db267ff-f5ea-554c-a4f8-1119dfab21ef */
"use strict";

/** A board with a column for each stage; cards are dragged, or moved by the controls on them. */
App.feature("kanban", ({ app, ui }) => {
  const { facets, words } = app;

  function column(stage) {
    const entries = app.items.all()
      .filter((item) => item.stage === stage)
      .map((item) => ({ ...app.items.entry(item, ["group", "amount"]), before: [], actions: [] }));
    return { id: stage, label: stage, entries };
  }

  function move(id, stage) {
    const item = app.items.find(id);
    if (!item || item.stage === stage) return;
    app.items.change(id, { stage });
    ui.notice(`${item.title} is now in ${stage}.`);
  }

  function board() {
    return ui.board({ label: "Board", columns: facets.stages.values.map(column), onMove: move });
  }

  app.route("/board", {
    title: "Board",
    nav: { label: "Board", icon: "board", order: 20 },
    render: () =>
      ui.section({
        title: `Board of ${words.items}`,
        level: 1,
        body: [ui.text(`Drag a ${words.item} to another column, or use the controls on its card.`), app.live(board)],
      }),
  });
});
