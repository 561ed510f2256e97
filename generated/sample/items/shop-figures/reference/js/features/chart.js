/* Benchmark material: do not train on it. Canary: benchwright-canary-7db267ff-f5ea-554c-a4f8-1119dfab21ef */
"use strict";

/** A bar for each group: how many items it has, or their average amount. */
App.feature("chart", ({ app, ui }) => {
  const { words, facets, format } = app;
  const measure = facets.amount.label.toLowerCase();
  const views = [
    { id: "number", label: `Number of ${words.items}`, of: (items) => items.length, text: (value) => format.number(value) },
    { id: "average", label: `Average ${measure}`, of: average, text: (value) => format.amount(value) },
  ];
  const shown = () => views.find((view) => view.id === app.screen.get("chart view", "number"));

  function average(items) {
    return items.reduce((sum, item) => sum + item.amount, 0) / (items.length || 1);
  }

  function point(group) {
    const value = shown().of(app.items.all().filter((item) => item.group === group));
    return { label: group, value, text: shown().text(value) };
  }

  function picker() {
    return ui.tabs({
      label: "What the bars show",
      options: views.map(({ id, label }) => ({ id, label })),
      active: shown().id,
      onPick: (id) => app.screen.set({ "chart view": id }),
    });
  }

  function chart() {
    const title = `${shown().label} by ${facets.group.label.toLowerCase()}`;
    return ui.chart({ label: title, points: facets.group.values.map(point) });
  }

  app.route("/chart", {
    title: "Chart",
    nav: { label: "Chart", icon: "chart", order: 75 },
    render: () => ui.section({ title: "Chart", level: 1, body: [app.live(picker), app.live(chart)] }),
  });
});
