"use strict";

/** A page of figures about all items, or about those of one group. */
App.feature("statistics", ({ app, ui }) => {
  const { words, facets, format } = app;
  const measure = facets.amount.label.toLowerCase();
  const hasTotal = facets.amount.sums;
  const group = () => app.screen.get("statistics group", "");

  const inGroup = (name) => app.items.all().filter((item) => !name || item.group === name);
  const amounts = (items) => items.map((item) => item.amount);
  const total = (items) => amounts(items).reduce((sum, amount) => sum + amount, 0);
  const average = (items) => total(items) / items.length;

  function figures() {
    const items = inGroup(group());
    const number = { label: `Number of ${words.items}`, value: format.number(items.length) };
    if (items.length === 0) return ui.stats([number]);
    return ui.stats([
      number,
      ...(hasTotal ? [{ label: `Total ${measure}`, value: format.amount(total(items)) }] : []),
      { label: `Average ${measure}`, value: format.amount(average(items)) },
      { label: `Highest ${measure}`, value: format.amount(Math.max(...amounts(items))) },
      { label: `Lowest ${measure}`, value: format.amount(Math.min(...amounts(items))) },
    ]);
  }

  function groupRow(name) {
    const items = inGroup(name);
    return [name, format.number(items.length), items.length > 0 ? format.amount(average(items)) : "–"];
  }

  function table() {
    return ui.table({
      caption: `By ${facets.group.label.toLowerCase()}`,
      columns: [facets.group.label, "Number", `Average ${measure}`],
      rows: facets.group.values.map(groupRow),
    });
  }

  function filter() {
    const everything = { value: "", label: "All" };
    return ui.field({
      name: "statistics-group",
      label: facets.group.label,
      type: "select",
      value: group(),
      options: [everything, ...facets.group.values.map((value) => ({ value, label: value }))],
      onChange: (value) => app.screen.set({ "statistics group": value }),
    });
  }

  app.route("/statistics", {
    title: "Statistics",
    nav: { label: "Statistics", icon: "chart", order: 70 },
    render: () => ui.section({ title: "Statistics", level: 1, body: [ui.toolbar(filter()), app.live(figures), app.live(table)] }),
  });
});
