/* Benchmark material: do not train on it. Canary: benchwright-canary-7db267ff-f5ea-554c-a4f8-1119dfab21ef */
"use strict";

/** Comments on an item: a name, a text, the newest last. */
App.feature("comments", ({ app, ui, config }) => {
  const { format } = app;
  app.store.define("comments", {});

  const of = (item) => app.store.get("comments")[item.id] ?? [];

  function problems({ author, text }) {
    const found = {};
    if (!author.trim()) found.author = "Please enter your name.";
    if (!text.trim()) found.text = "Please write a comment.";
    else if (text.trim().length > config.longest) found.text = `A comment has at most ${config.longest} characters.`;
    return found;
  }

  function add(item, { author, text }) {
    const comment = { author: author.trim(), text: text.trim(), date: App.today() };
    app.store.commit(`Commented on ${item.title}`, (state) => {
      state.comments[item.id] = [...of(item), comment];
    });
  }

  function list(item) {
    if (of(item).length === 0) return ui.empty({ title: "No comments yet", text: "Be the first to say something." });
    return ui.stack(
      of(item).map(({ author, text, date }) =>
        ui.section({ title: author, level: 3, body: [ui.text(text), ui.badge(format.date(date))] })),
    );
  }

  function form(item, again) {
    return ui.form({
      label: "Add a comment",
      fields: [
        { name: "author", label: "Your name", type: "text", required: true },
        { name: "text", label: "Comment", type: "textarea", required: true, hint: `At most ${config.longest} characters.` },
      ],
      submit: "Post comment",
      onSubmit: (values) => {
        const wrong = problems(values);
        if (Object.keys(wrong).length > 0) return wrong;
        add(item, values);
        return again();
      },
    });
  }

  function open(item) {
    const box = ui.dialog({
      title: `Comments on ${item.title}`,
      body: ui.stack(list(item), form(item, () => { box.close(); open(item); })),
    });
  }

  app.slot("item-actions", (item) =>
    ui.button({ label: `Comments (${of(item).length})`, icon: "comment", onClick: () => open(item) }), 45);
});
