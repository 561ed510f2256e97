/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
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

/** Adds an item by a form that says what is wrong. */
App.feature("create", ({ app, ui, config }) => {
  const { words } = app;
  const label = `Add ${words.item}`;

  function save(values, done) {
    const wrong = app.items.problems(values);
    if (Object.keys(wrong).length > 0) return wrong;
    const item = app.items.add(app.items.parse(values));
    done();
    ui.notice(`${item.title} was added.`);
    return null;
  }

  function form(done) {
    return ui.form({
      label,
      fields: app.items.fields(),
      submit: "Save",
      onSubmit: (values) => save(values, done),
      onCancel: done,
    });
  }

  function open() {
    if (config.place === "page") return app.go("/new");
    const box = ui.dialog({ title: label, body: [form(() => box.close())] });
    return undefined;
  }

  app.slot("list-actions", () => ui.button({ label, kind: "primary", icon: "plus", onClick: open }), 10);

  app.route("/new", {
    title: label,
    render: () => ui.section({ title: label, level: 1, body: [form(() => app.go("/"))] }),
  });

  app.shortcut("n", label, open);
});

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
