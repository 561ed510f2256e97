/* Benchmark material: do not train on it. Canary: benchwright-canary-7db267ff-f5ea-554c-a4f8-1119dfab21ef */
"use strict";

/** Puts the list in another order. */
App.feature("sort", ({ app, ui, config }) => {
  const amount = app.facets.amount.label;
  const orders = [
    { value: "default", label: "Default order", compare: null },
    { value: "low", label: `${amount}: lowest first`, compare: (a, b) => a.amount - b.amount },
    { value: "high", label: `${amount}: highest first`, compare: (a, b) => b.amount - a.amount },
    { value: "title", label: "Title: A to Z", compare: (a, b) => a.title.localeCompare(b.title) },
  ];
  const chosen = () => app.screen.get("order", "default");

  function choose(value) {
    app.screen.set({ order: value });
  }

  app.list.stage("sort", 50, (items) => {
    const { compare } = orders.find((order) => order.value === chosen());
    return compare ? [...items].sort(compare) : items;
  });

  app.slot("toolbar", () => {
    const shared = { label: "Sort by", options: orders, value: chosen(), onChange: choose };
    return config.control === "buttons" ? ui.choice(shared) : ui.field({ ...shared, name: "order", type: "select" });
  }, 30);
});
