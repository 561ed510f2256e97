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

/** A countdown. What is left is reckoned from the clock, so that a sleeping tab catches up. */
App.feature("timer", ({ app, ui, config }) => {
  const whole = config.minutes * 60;
  const SECOND = 1000;
  let left = whole;
  let endsAt = null;
  let ticking = null;

  const isRunning = () => endsAt !== null;
  const secondsLeft = () => (isRunning() ? Math.max(0, Math.ceil((endsAt - Date.now()) / SECOND)) : left);

  function clock() {
    const two = (value) => String(value).padStart(2, "0");
    return `${two(Math.floor(secondsLeft() / 60))}:${two(secondsLeft() % 60)}`;
  }

  const face = ui.text(clock(), { tone: "clock" });
  const show = () => { face.textContent = clock(); };

  function start() {
    endsAt = Date.now() + left * SECOND;
    ticking = setInterval(tick, SECOND);
    app.redraw();
  }

  function stop() {
    left = secondsLeft();
    endsAt = null;
    clearInterval(ticking);
    show();
    app.redraw();
  }

  function tick() {
    show();
    if (secondsLeft() === 0) stop();
  }

  function reset() {
    stop();
    left = whole;
    show();
    app.redraw();
  }

  function controls() {
    const isFresh = left === whole && !isRunning();
    const go = isFresh ? "Start" : "Resume";
    return ui.row(
      isRunning()
        ? ui.button({ label: "Pause", icon: "pause", kind: "primary", onClick: stop })
        : ui.button({ label: go, icon: "play", kind: "primary", disabled: left === 0, onClick: start }),
      ui.button({ label: "Reset", icon: "refresh", disabled: isFresh, onClick: reset }),
    );
  }

  app.route("/timer", {
    title: "Timer",
    nav: { label: "Timer", icon: "clock", order: 80 },
    render: () =>
      ui.section({
        title: "Timer",
        level: 1,
        body: [ui.text("Time left"), face, app.live(() => left === 0 && ui.status("Time is up!")), app.live(controls)],
      }),
  });
});
