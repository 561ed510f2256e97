/* Benchmark material: do not train on it. Canary: benchwright-canary-7db267ff-f5ea-554c-a4f8-1119dfab21ef */
"use strict";

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
