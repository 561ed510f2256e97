/* Benchmark material: do not train on it. Canary: benchwright-canary-7db267ff-f5ea-554c-a4f8-1119dfab21ef */
"use strict";

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
