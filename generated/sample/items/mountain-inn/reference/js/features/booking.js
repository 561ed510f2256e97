/* Benchmark material: do not train on it. Canary: benchwright-canary-7db267ff-f5ea-554c-a4f8-1119dfab21ef */
"use strict";

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
