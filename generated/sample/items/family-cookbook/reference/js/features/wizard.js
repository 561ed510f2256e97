/* Benchmark material: do not train on it. Canary: benchwright-canary-3bf3d7f3-2a25-5ea5-82f7-2daa1629cf26 */
"use strict";

/** A form in three steps: what it is about, who asks, and a summary before sending. */
App.feature("wizard", ({ app, ui, config }) => {
  const { words } = app;
  const name = App.capital(config.name);
  const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
  const LABELS = [App.capital(words.item), "About you", "Summary"];
  let step = 0;
  let answers = {};

  /** A field that remembers what is put in, so that going back loses nothing. */
  function question(field) {
    const keep = (value) => { answers[field.name] = value; };
    return { ...field, value: answers[field.name] ?? "", required: true, onInput: keep, onChange: keep };
  }

  function questions() {
    const titles = app.items.all().map((item) => item.title);
    if (step === 0) return [question({ name: "item", label: `Which ${words.item}?`, type: "select", options: titles })];
    return [
      question({ name: "person", label: "Your name", type: "text" }),
      question({ name: "email", label: "E-mail", type: "email" }),
    ];
  }

  function problems(values) {
    const found = {};
    if (step === 0 && !values.item) found.item = `Please choose a ${words.item}.`;
    if (step === 1 && !values.person.trim()) found.person = "Please enter your name.";
    if (step === 1 && !EMAIL.test(values.email.trim())) found.email = "Please enter a valid e-mail address.";
    return found;
  }

  function go(to) {
    step = to;
    app.redraw();
  }

  function next(values) {
    const wrong = problems(values);
    if (Object.keys(wrong).length > 0) return wrong;
    answers = { ...answers, ...values };
    go(step + 1);
    return null;
  }

  function send() {
    const { person, email } = answers;
    answers = {};
    step = 0;
    app.go("/");
    ui.notice(`Thank you, ${person}! Your ${config.name} was sent. We will write to ${email}.`);
  }

  function summary() {
    return [
      ui.facts([
        { label: App.capital(words.item), text: answers.item },
        { label: "Your name", text: answers.person },
        { label: "E-mail", text: answers.email },
      ]),
      ui.row(
        ui.button({ label: `Send ${config.name}`, kind: "primary", icon: "check", onClick: send }),
        ui.button({ label: "Back", icon: "left", onClick: () => go(step - 1) }),
      ),
    ];
  }

  function form() {
    const back = step > 0 ? () => go(step - 1) : null;
    return ui.form({ label: LABELS[step], fields: questions(), submit: "Next", onSubmit: next, cancel: "Back", onCancel: back });
  }

  app.route("/request", {
    title: name,
    nav: { label: name, icon: "comment", order: 70 },
    render: () =>
      ui.section({
        title: `${name} about a ${words.item}`,
        level: 1,
        body: [
          app.live(() => ui.steps({ labels: LABELS, current: step })),
          app.live(() => ui.section({ title: LABELS[step], body: [step < 2 ? form() : summary()] })),
        ],
      }),
  });
});
