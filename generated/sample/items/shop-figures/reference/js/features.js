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

/** Narrows the list by kind and by a highest amount; both apply together. */
App.feature("filter", ({ app, ui, config }) => {
  const { facets, words } = app;
  const EVERY = "";
  const kind = () => app.screen.get("kind", EVERY);
  const limit = () => app.screen.get("limit", "");
  const isActive = () => kind() !== EVERY || limit() !== "";

  const isOfKind = (item) => kind() === EVERY || item.group === kind();
  const isWithinLimit = (item) => limit() === "" || item.amount <= Number(limit());

  app.list.stage("filter", 20, (items) => items.filter((item) => isOfKind(item) && isWithinLimit(item)));

  /** Kinds of which there are items, in the order of the facet. */
  function kinds() {
    const used = new Set(app.items.all().map((item) => item.group));
    return facets.group.values.filter((value) => used.has(value));
  }

  function kindControl() {
    const label = facets.group.label;
    const options = [{ value: EVERY, label: "All" }, ...kinds().map((value) => ({ value, label: value }))];
    const onChange = (value) => app.screen.set({ kind: value });
    if (config.control === "chips") return ui.choice({ label, options, value: kind(), onChange });
    return ui.field({ name: "kind", label, type: "select", options, value: kind(), onChange });
  }

  function limitField() {
    const label = `Maximum ${facets.amount.label.toLowerCase()}`;
    const onChange = (text) => app.screen.set({ limit: text });
    return ui.field({ name: "limit", label, type: "number", min: 0, step: "any", value: limit(), onChange });
  }

  function clearButton() {
    const clear = () => app.screen.set({ kind: EVERY, limit: "" });
    return isActive() && ui.button({ label: "Clear filters", icon: "close", kind: "quiet", onClick: clear });
  }

  app.slot("toolbar", () => app.live(() => [kindControl(), limitField(), clearButton()]), 20);

  app.slot("empty-list", () => {
    if (!isActive()) return null;
    return ui.empty({ title: `No ${words.items} match these filters`, text: "Choose another kind, or clear the filters." });
  }, 20);
});

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
