"use strict";

/** Changes an item by the form that describes it. */
App.feature("edit", ({ app, ui, config }) => {
  const { words } = app;

  function save(item, values, done) {
    const wrong = app.items.problems(values, item);
    if (Object.keys(wrong).length > 0) return wrong;
    const changes = app.items.parse(values);
    app.items.change(item.id, changes);
    done();
    ui.notice(`${changes.title} was saved.`);
    return null;
  }

  function form(item, done) {
    return ui.form({
      label: `Edit ${item.title}`,
      fields: app.items.fields(item),
      submit: "Save changes",
      onSubmit: (values) => save(item, values, done),
      onCancel: done,
    });
  }

  function open(item) {
    if (config.place === "page") {
      app.screen.set({ editedFrom: app.path() });
      return app.go(`/edit/${encodeURIComponent(item.id)}`);
    }
    const box = ui.dialog({ title: `Edit ${item.title}`, body: [form(item, () => box.close())] });
    return undefined;
  }

  app.slot("item-actions", (item) =>
    ui.button({ label: "Edit", icon: "edit", kind: "quiet", compact: true, describe: `Edit ${item.title}`, onClick: () => open(item) }), 70);

  app.route("/edit/:id", {
    title: `Edit ${words.item}`,
    render: ({ id }) => {
      const item = app.items.find(id);
      if (!item) return ui.empty({ title: `This ${words.item} is not there`, actions: [ui.link({ label: `See all ${words.items}`, to: "/" })] });
      return ui.section({ title: `Edit ${item.title}`, level: 1, body: [form(item, () => app.go(app.screen.get("editedFrom", "/")))] });
    },
  });
});
