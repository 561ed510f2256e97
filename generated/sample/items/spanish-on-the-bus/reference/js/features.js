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

/** Questions one by one, each told right or wrong at once, and a result at the end. */
App.feature("quiz", ({ app, ui, config }) => {
  const questions = app.facets.quiz.slice(0, config.questions);
  const BEFORE = { at: -1, picked: null, right: 0 };

  const round = () => app.screen.get("quiz", BEFORE);
  const set = (changes) => app.screen.set({ quiz: { ...round(), ...changes } });
  const begin = () => set({ ...BEFORE, at: 0 });
  const isRight = (question, option) => question.options.indexOf(option) === question.answer;

  function answer(question, option) {
    set({ picked: option, right: round().right + (isRight(question, option) ? 1 : 0) });
  }

  function next() {
    set({ at: round().at + 1, picked: null });
  }

  function opening() {
    return [
      ui.text(`${questions.length} questions, one at a time. Each right answer is worth one point.`),
      ui.button({ label: "Start quiz", icon: "play", kind: "primary", onClick: begin }),
    ];
  }

  function choices(question) {
    return ui.options({ label: "Answers", options: question.options, onPick: (option) => answer(question, option) });
  }

  function verdict(question) {
    const { picked, at } = round();
    const isLast = at === questions.length - 1;
    const told = isRight(question, picked)
      ? ui.text("Correct!", { tone: "good" })
      : ui.text(`Wrong. The right answer is ${question.options[question.answer]}.`, { tone: "bad" });
    return [
      ui.text(`Your answer: ${picked}`),
      told,
      ui.button({ label: isLast ? "See result" : "Next question", icon: "right", kind: "primary", onClick: next }),
    ];
  }

  function asking() {
    const { at, picked, right } = round();
    const question = questions[at];
    return [
      ui.status(`Question ${at + 1} of ${questions.length}`),
      ui.heading(question.question),
      picked === null ? choices(question) : verdict(question),
      ui.facts([{ label: "Score", text: right }]),
    ];
  }

  function result() {
    return [
      ui.heading("Your result"),
      ui.stats([{ label: "Score", value: `${round().right} of ${questions.length}` }]),
      ui.button({ label: "Play again", icon: "refresh", kind: "primary", onClick: begin }),
    ];
  }

  function content() {
    const { at } = round();
    if (at < 0) return opening();
    return at < questions.length ? asking() : result();
  }

  app.route("/quiz", {
    title: "Quiz",
    nav: { label: "Quiz", icon: "check", order: 30 },
    render: () => ui.section({ title: "Quiz", level: 1, body: app.live(content) }),
  });
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
