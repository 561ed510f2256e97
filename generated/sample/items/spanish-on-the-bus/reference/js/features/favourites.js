/* Benchmark material: do not train on it. Canary: benchwright-canary-7db267ff-f5ea-554c-a4f8-1119dfab21ef */
"use strict";

/** Items that somebody likes, marked by a heart and gathered in a view of their own. */
App.feature("favourites", ({ app, ui }) => {
  const { words } = app;
  app.store.define("favourites", []);

  const isMarked = (item) => app.store.get("favourites").includes(item.id);
  const marked = () => app.items.all().filter(isMarked);

  function toggle(item) {
    const wasMarked = isMarked(item);
    const label = wasMarked ? `Took ${item.title} off the favourites` : `Marked ${item.title} as favourite`;
    app.store.commit(label, (state) => {
      state.favourites = wasMarked ? state.favourites.filter((id) => id !== item.id) : [...state.favourites, item.id];
    });
  }

  function collection() {
    const entries = marked().map((item) => app.items.entry(item));
    if (entries.length > 0) return ui.items({ label: "Favourites", entries });
    return ui.empty({
      title: "No favourites yet",
      text: `Press the heart of ${words.items} to gather them here.`,
      actions: [ui.link({ label: `See all ${words.items}`, to: "/" })],
    });
  }

  app.slot("item-actions", (item) =>
    ui.button({
      label: "Favourite",
      icon: "heart",
      kind: "quiet",
      compact: true,
      pressed: isMarked(item),
      describe: `Favourite: ${item.title}`,
      onClick: () => toggle(item),
    }), 60);

  app.route("/favourites", {
    title: "Favourites",
    nav: { label: () => `Favourites (${marked().length})`, icon: "heart", order: 40 },
    render: () => ui.section({ title: "Your favourites", level: 1, body: [app.live(collection)] }),
  });
});
