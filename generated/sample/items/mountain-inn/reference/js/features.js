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

/** Books an item for a date and a time that nobody else has. */
App.feature("booking", ({ app, ui, config }) => {
  const { format, words } = app;
  app.store.define("bookings", []);

  const all = () => app.store.get("bookings");
  const isTaken = (id, date, time) => all().some((one) => one.item === id && one.date === date && one.time === time);

  function problems(item, { date, time, name }) {
    const found = {};
    if (!date) found.date = "Please choose a date.";
    else if (date < App.today()) found.date = "Please choose a date that is not in the past.";
    if (!time) found.time = "Please choose a time.";
    else if (isTaken(item.id, date, time)) found.time = `${item.title} is already taken on ${format.date(date)} at ${time}. Please choose another time.`;
    if (!name.trim()) found.name = "Please enter your name.";
    return found;
  }

  function save(item, values, done) {
    const wrong = problems(item, values);
    if (Object.keys(wrong).length > 0) return wrong;
    const { date, time, name } = values;
    app.store.commit(`Booked ${item.title}`, (state) => {
      state.bookings.push({ item: item.id, date, time, name: name.trim() });
    });
    done();
    ui.notice(`${item.title} is yours on ${format.date(date)} at ${time}.`);
    return null;
  }

  function open(item) {
    const form = ui.form({
      label: "Booking",
      fields: [
        { name: "date", label: "Date", type: "date", min: App.today(), required: true },
        { name: "time", label: "Time", type: "select", options: config.times, required: true },
        { name: "name", label: "Your name", type: "text", required: true },
      ],
      submit: "Confirm booking",
      onSubmit: (values) => save(item, values, () => box.close()),
      onCancel: () => box.close(),
    });
    const box = ui.dialog({ title: `Book ${item.title}`, body: [form] });
  }

  function entry({ item, date, time, name }) {
    const facts = [
      { label: "Date", text: format.date(date) },
      { label: "Time", text: time },
      { label: "Name", text: name },
    ];
    return { id: `${item}-${date}-${time}`, title: app.items.find(item)?.title ?? item, facts };
  }

  function list() {
    if (all().length > 0) return ui.items({ label: "Bookings", entries: all().map(entry) });
    const back = ui.link({ label: `See all ${words.items}`, to: "/" });
    return ui.empty({ title: "No bookings yet", text: `Choose a ${words.item} and a time that suits you.`, actions: [back] });
  }

  app.slot("item-actions", (item) =>
    ui.button({ label: "Book", icon: "calendar", kind: "primary", describe: `Book: ${item.title}`, onClick: () => open(item) }), 12);

  app.route("/bookings", {
    title: "Bookings",
    nav: { label: () => `Bookings (${all().length})`, icon: "calendar", order: 55 },
    render: () => ui.section({ title: "Your bookings", level: 1, body: [app.live(list)] }),
  });
});

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
