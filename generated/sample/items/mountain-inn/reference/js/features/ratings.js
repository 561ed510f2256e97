/* Benchmark material: do not train on it. Canary: benchwright-canary-7db267ff-f5ea-554c-a4f8-1119dfab21ef */
"use strict";

/** Everybody may rate an item once, with one to five stars; the average of all ratings is shown. */
App.feature("ratings", ({ app, ui }) => {
  const { format, facets } = app;
  const label = facets.rating.label;
  app.store.define("ratings", Object.fromEntries(app.items.all().map(earlier)));

  /** What others are said to have given: the item's own rating, a few times over. */
  function earlier(item, index) {
    const count = 3 + (index % 8);
    return [item.id, { sum: item.rating * count, count, own: null }];
  }

  const of = (item) => app.store.get("ratings")[item.id] ?? { sum: 0, count: 0, own: null };
  const votes = ({ count, own }) => count + (own === null ? 0 : 1);
  const average = (given) => (given.sum + (given.own ?? 0)) / votes(given);

  function told(item) {
    const given = of(item);
    return votes(given) === 0 ? "not rated" : `${format.number(average(given), 1)} / 5`;
  }

  function rate(item, stars) {
    app.store.commit(`Rated ${item.title}`, (state) => {
      state.ratings[item.id] = { ...of(item), own: stars };
    });
    box.close();
    ui.notice(`You gave ${item.title} ${format.count(stars, "star", "stars")}.`);
  }

  let box = null;

  function ask(item) {
    box = ui.dialog({
      title: `Rate ${item.title}`,
      body: [
        ui.text("How many stars do you give? A new rating replaces your old one."),
        ui.rate({ label: "Your stars", value: of(item).own ?? 0, onRate: (stars) => rate(item, stars) }),
      ],
    });
  }

  app.slot("item-facts", (item) => ({ label, text: told(item) }), 30);
  app.slot("item-facts", (item) => ({ label: "Rated by", text: format.count(votes(of(item)), "person", "people") }), 31);
  app.slot("item-badges", (item) => of(item).own && ui.badge(`You gave ${format.count(of(item).own, "star", "stars")}`, "accent"), 30);
  app.slot("item-actions", (item) => ui.button({ label: "Rate", icon: "star", compact: true, describe: `Rate ${item.title}`, onClick: () => ask(item) }), 40);
});
