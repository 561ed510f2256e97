/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
"use strict";

/** The kit: everything that a feature may put on the page. Its parts are added by the scripts beside this one. */
App.createKit = function createKit({ words }) {
  const ui = {};
  App.kitParts.forEach((part) => part(ui, { words }));
  return ui;
};

App.kitParts = [];

/** Words, buttons, links and the boxes that hold them. */
App.kitParts.push((ui) => {
  const { h, icon, nodes } = App;

  ui.text = (text, { tone = null } = {}) => h("p", { class: tone }, text);
  ui.heading = (text, level = 2) => h(`h${level}`, {}, text);
  ui.status = (text) => h("p", { class: "muted", role: "status" }, text);
  ui.badge = (text, tone = "plain") => h("span", { class: `badge ${tone}` }, text);
  ui.row = (...children) => h("div", { class: "row" }, ...children);
  ui.stack = (...children) => h("div", { class: "stack" }, ...children);
  ui.toolbar = (...children) => h("div", { class: "toolbar" }, ...children);

  /** A titled part of a view. `actions` stand beside the title. */
  ui.section = ({ title, level = 2, actions = [], body = [] }) => {
    const id = App.uid("section");
    const head = h("div", { class: "section-head" }, h(`h${level}`, { id }, title), h("div", { class: "row" }, actions));
    return h("section", { class: level === 1 ? "view" : "panel", "aria-labelledby": id }, head, body);
  };

  /** kind: primary, plain, quiet or danger. `compact` lets a kit show the icon alone. `describe` is the full name. */
  ui.button = ({ label, onClick, kind = "plain", icon: drawing, pressed, expanded, disabled = false, describe }) =>
    h(
      "button",
      {
        type: "button", class: `button ${kind}`, onClick, disabled,
        "aria-pressed": pressed === undefined ? null : String(pressed),
        "aria-expanded": expanded === undefined ? null : String(expanded),
        "aria-label": describe,
      },
      drawing && icon(drawing), label,
    );

  ui.link = ({ label, to }) => h("a", { href: `#${to}` }, label);

  ui.navLink = ({ label, to, icon: drawing, current }) =>
    h("a", { href: `#${to}`, class: "nav-link", "aria-current": current ? "page" : null }, drawing && icon(drawing), label);

  /** Numbers with their labels: [{label, value}]. */
  ui.stats = (entries) =>
    h("dl", { class: "stats" }, entries.map(({ label, value }) => h("div", {}, h("dt", {}, label), h("dd", {}, value))));

  /** Labels with their values, for one thing: [{label, text}]. */
  ui.facts = (entries) =>
    h("dl", { class: "facts" }, entries.map(({ label, text }) => h("div", {}, h("dt", {}, label), h("dd", {}, text))));

  ui.progress = ({ label, value, max = 100 }) =>
    h("div", { class: "progress" }, h("span", {}, label), h("progress", { value, max, "aria-label": label }));

  /** Nothing to show, and what to do about it. */
  ui.empty = ({ title, text, actions = [] }) =>
    h("div", { class: "empty", role: "status" }, h("p", { class: "empty-title" }, title), text && h("p", {}, text), actions);

  /** The frame around every view. */
  ui.page = ({ brand, navigation, tools, main, footer }) => {
    const mark = h("span", { class: "mark", "aria-hidden": "true" }, brand.name.replace(/^The /, "").charAt(0));
    const name = h("a", { class: "brand", href: "#/" }, mark, h("span", {}, brand.name));
    const menu = h("nav", { "aria-label": "Main" }, navigation);
    document.documentElement.style.setProperty("--hue", brand.accent);
    return h(
      "div", { class: "page" },
      h("header", { class: "site-header" }, h("div", { class: "bar" }, name, menu, h("div", { class: "tools" }, tools))),
      h("div", { class: "notices", "aria-live": "polite" }),
      main,
      h("footer", { class: "site-footer" }, h("p", {}, brand.tagline), nodes(footer)),
    );
  };
});

/** Fields and forms. */
App.kitParts.push((ui) => {
  const { h } = App;

  function options(spec) {
    const list = spec.options.map((option) => (typeof option === "string" ? { value: option, label: option } : option));
    const head = spec.value === "" || spec.value === undefined ? [{ value: "", label: spec.placeholder ?? "Please choose" }] : [];
    const hasEmpty = list.some((option) => option.value === "");
    return [...(hasEmpty ? [] : head), ...list].map(({ value, label }) =>
      h("option", { value, selected: value === spec.value }, label),
    );
  }

  function control(spec, id) {
    const shared = {
      id, name: spec.name, placeholder: spec.placeholder, "aria-required": spec.required ? "true" : null,
      disabled: spec.disabled,
      onInput: spec.onInput && ((event) => spec.onInput(event.target.value)),
      onChange: spec.onChange && ((event) => spec.onChange(spec.type === "checkbox" ? event.target.checked : event.target.value)),
    };
    if (spec.type === "select") return h("select", shared, options(spec));
    if (spec.type === "textarea") return h("textarea", { ...shared, rows: spec.rows ?? 3, value: spec.value ?? "" });
    if (spec.type === "checkbox") return h("input", { ...shared, type: "checkbox", checked: spec.value });
    const { min, max, step, value } = spec;
    const list = spec.suggestions && App.uid("list");
    const input = h("input", { ...shared, type: spec.type ?? "text", min, max, step, value: value ?? "", list });
    if (!list) return input;
    return h("span", { class: "suggesting" }, input, h("datalist", { id: list }, spec.suggestions.map((value) => h("option", { value }))));
  }

  /**
   * A labelled field: {name, label, type, value, options, required, hint, placeholder, min, max, step, rows,
   * suggestions, disabled, compact, onInput(value), onChange(value)}. A compact field does not show its label.
   * type: text, search, number, date, time, email, password, textarea, select, checkbox.
   */
  ui.field = (spec) => {
    const id = App.uid("field");
    const label = h("label", { for: id, class: spec.compact ? "hidden-label" : null }, spec.label, spec.required && h("span", { class: "required", "aria-hidden": "true" }, " *"));
    const hint = spec.hint && h("small", { class: "muted" }, spec.hint);
    const message = h("small", { class: "error", id: `${id}-error`, hidden: true });
    const parts = spec.type === "checkbox" ? [control(spec, id), label] : [label, control(spec, id)];
    return h("div", { class: `field ${spec.type ?? "text"}`, "data-field": spec.name }, parts, hint, message);
  };

  function mark(field, text) {
    const message = field.querySelector(".error");
    const input = field.querySelector("input, select, textarea");
    message.textContent = text ?? "";
    message.hidden = !text;
    if (text) {
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", message.id);
    } else input.removeAttribute("aria-invalid");
  }

  /** Puts the cursor into the field of that name. */
  ui.focusField = (name) => document.querySelector(`[name="${name}"]`)?.focus();

  function valuesOf(form) {
    const controls = [...form.querySelectorAll("[data-field] :is(input, select, textarea)")];
    return Object.fromEntries(controls.map((input) => [input.name, input.type === "checkbox" ? input.checked : input.value]));
  }

  /**
   * A form: {label, fields, submit, onSubmit(values), cancel, onCancel, extra}. `onSubmit` gives what is wrong, as
   * {field name: message} (`form` for the whole), or nothing; then the messages are shown and the values are kept.
   */
  ui.form = ({ label, fields, submit, onSubmit, cancel = "Cancel", onCancel, extra = [] }) => {
    const general = h("p", { class: "error", role: "alert", hidden: true });
    const form = h(
      "form", { "aria-label": label, class: "form", novalidate: true, onSubmit: send },
      fields.map((spec) => ui.field(spec)), general, extra,
      h("div", { class: "row" }, h("button", { type: "submit", class: "button primary" }, submit), onCancel && ui.button({ label: cancel, kind: "quiet", onClick: onCancel })),
    );

    function send(event) {
      event.preventDefault();
      const wrong = onSubmit(valuesOf(form)) ?? {};
      form.querySelectorAll("[data-field]").forEach((field) => mark(field, wrong[field.dataset.field]));
      general.textContent = wrong.form ?? "";
      general.hidden = !wrong.form;
      form.querySelector("[aria-invalid]")?.focus();
    }
    return form;
  };

  /** One of a few, all in sight: {label, options, value, onChange(value)}. */
  ui.choice = ({ label, options: choices, value, onChange }) => {
    const name = App.uid("choice");
    return h(
      "fieldset", { class: "choice" }, h("legend", {}, label),
      choices.map((option) => {
        const { value: own, label: text } = typeof option === "string" ? { value: option, label: option } : option;
        const input = h("input", { type: "radio", name, checked: own === value, onChange: () => onChange(own) });
        return h("label", {}, input, h("span", {}, text));
      }),
    );
  };

  /** On or off: {label, on, onChange(on)}. */
  ui.toggle = ({ label, on, onChange, describe }) =>
    h("label", { class: "toggle" }, h("input", { type: "checkbox", checked: on, "aria-label": describe, onChange: (event) => onChange(event.target.checked) }), h("span", {}, label));

  /** Takes a file: {label, accept, onFile(text, name)}. */
  ui.filePick = ({ label, accept, onFile }) => {
    const id = App.uid("file");
    async function take(event) {
      const [file] = event.target.files;
      if (!file) return;
      const text = await file.text();
      event.target.value = "";
      onFile(text, file.name);
    }
    return h("div", { class: "field file" }, h("label", { for: id }, App.icon("upload"), label), h("input", { id, type: "file", accept, onChange: take }));
  };
});

/** What lies over the page: dialogs, questions, notices. */
App.kitParts.push((ui) => {
  const { h } = App;
  const NOTICE_TIME = 6000;

  ui.closeDialogs = () => document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());

  /** Opens a dialog: {title, body, actions, onClose}; gives {close}. */
  ui.dialog = ({ title, body = [], actions = [], onClose = () => {} }) => {
    const id = App.uid("dialog");
    const closer = h("button", { type: "button", class: "button quiet closer", "aria-label": "Close", onClick: () => dialog.close() }, App.icon("close"));
    const dialog = h(
      "dialog", { "aria-labelledby": id },
      h("div", { class: "section-head" }, h("h2", { id }, title), closer),
      body,
      actions.length > 0 && h("div", { class: "row end" }, actions),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      onClose();
    });
    document.body.append(dialog);
    dialog.showModal();
    return { close: () => dialog.close() };
  };

  /** Asks before doing something: {title, text, yes, no, onYes}. */
  ui.confirm = ({ title, text, yes, no = "Cancel", onYes }) => {
    const answer = (run) => () => {
      box.close();
      run();
    };
    const box = ui.dialog({
      title,
      body: [h("p", {}, text)],
      actions: [ui.button({ label: no, onClick: answer(() => {}) }), ui.button({ label: yes, kind: "danger", onClick: answer(onYes) })],
    });
  };

  /** A message that goes away by itself. tone: good, bad or plain; `action` is {label, onClick}. */
  ui.notice = (text, { tone = "good", action = null } = {}) => {
    const note = h(
      "div", { class: `notice ${tone}`, role: tone === "bad" ? "alert" : "status" },
      App.icon(tone === "bad" ? "warning" : "check"), h("span", {}, text),
      action && ui.button({ label: action.label, kind: "quiet", onClick: () => { note.remove(); action.onClick(); } }),
    );
    document.querySelector(".notices").replaceChildren(note);
    setTimeout(() => note.remove(), NOTICE_TIME);
  };
});

/** Things of which there are several: items, tables, tabs, boards, charts, months, stars. */
App.kitParts.push((ui) => {
  const { h } = App;

  function titled(entry, level) {
    return h(level, { class: "card-title" }, entry.to ? h("a", { href: `#${entry.to}` }, entry.title) : entry.title);
  }

  function card(entry, level = "h3") {
    return [
      entry.before?.length > 0 && h("div", { class: "before" }, entry.before),
      titled(entry, level),
      entry.badges?.length > 0 && h("div", { class: "row badges" }, entry.badges),
      entry.facts?.length > 0 && ui.facts(entry.facts),
      entry.actions?.length > 0 && h("div", { class: "row actions" }, entry.actions),
    ];
  }

  /** A set of items: {label, entries: [{id, title, to, facts, badges, before, actions}]}. */
  ui.items = ({ label, entries }) =>
    h("ul", { class: "cards", "aria-label": label }, entries.map((entry) => h("li", { class: "card", "data-entry": entry.id, tabindex: -1 }, card(entry))));

  /** The entries of the lists in view, in order, for moving the focus through them. */
  ui.entries = () => [...document.querySelectorAll("[data-entry]")];

  /** A table: {caption, columns: [label], rows: [[node or text]], total: [node or text]}. */
  ui.table = ({ caption, columns, rows, total = null }) =>
    h(
      "div", { class: "table-frame", tabindex: 0, role: "region", "aria-label": caption },
      h(
        "table", {}, h("caption", {}, caption),
        h("thead", {}, h("tr", {}, columns.map((label) => h("th", { scope: "col" }, label)))),
        h("tbody", {}, rows.map((cells) => h("tr", {}, cells.map((cell, index) => (index ? h("td", {}, cell) : h("th", { scope: "row" }, cell)))))),
        total && h("tfoot", {}, h("tr", {}, total.map((cell) => h("td", {}, cell)))),
      ),
    );

  /** Tabs: {label, options: [{id, label}], active, onPick(id)}. */
  ui.tabs = ({ label, options, active, onPick }) =>
    h(
      "div", { class: "tabs", role: "tablist", "aria-label": label },
      options.map((option) => h("button", { type: "button", role: "tab", "aria-selected": String(option.id === active), onClick: () => onPick(option.id) }, option.label)),
    );

  /** Pages of a list, counted from 1: {page, pages, onGo(page)}. */
  ui.pager = ({ page, pages, onGo }) =>
    h(
      "nav", { class: "pager", "aria-label": "Pages" },
      ui.button({ label: "Previous", icon: "left", disabled: page <= 1, onClick: () => onGo(page - 1), describe: "Previous page" }),
      h("span", { role: "status" }, `Page ${page} of ${pages}`),
      ui.button({ label: "Next", icon: "right", disabled: page >= pages, onClick: () => onGo(page + 1), describe: "Next page" }),
    );

  /**
   * A board: {label, columns: [{id, label, entries}], onMove(entry id, column id)}. Cards are dragged, or moved with
   * the buttons that the kit gives each of them.
   */
  ui.board = ({ label, columns, onMove }) => {
    function column({ id, label: name, entries }, index) {
      const before = columns[index - 1];
      const after = columns[index + 1];
      const move = (entry, to, drawing) =>
        to && ui.button({ label: to.label, icon: drawing, kind: "quiet", describe: `Move ${entry.title} to ${to.label}`, onClick: () => onMove(entry.id, to.id) });
      return h(
        "section",
        {
          class: "column", "aria-label": name,
          onDragover: (event) => event.preventDefault(),
          onDrop: (event) => { event.preventDefault(); onMove(event.dataTransfer.getData("text/plain"), id); },
        },
        h("h3", {}, name, " ", h("span", { class: "badge plain" }, entries.length)),
        h("ul", { "aria-label": name }, entries.map((entry) =>
          h("li", { class: "card", draggable: "true", onDragstart: (event) => event.dataTransfer.setData("text/plain", entry.id) },
            card(entry, "h4"), h("div", { class: "row actions" }, move(entry, before, "left"), move(entry, after, "right"))))),
      );
    }
    return h("div", { class: "board", role: "group", "aria-label": label }, columns.map(column));
  };

  /** A bar chart: {label, points: [{label, value, text}]}. */
  ui.chart = ({ label, points }) => {
    const most = Math.max(1, ...points.map((point) => point.value));
    const bar = (point) =>
      h("li", { class: "bar", style: `--share:${point.value / most}` }, h("span", { class: "bar-label" }, point.label), h("span", { class: "bar-body" }), h("span", { class: "bar-value" }, point.text));
    return h("figure", { class: "chart", role: "figure", "aria-label": label }, h("figcaption", {}, label), h("ul", {}, points.map(bar)));
  };

  /** Stars to look at. */
  ui.stars = ({ value, label }) =>
    h("span", { class: "stars", role: "img", "aria-label": label, style: `--share:${value / 5}` }, "★★★★★");

  /** Stars to press: {label, value, onRate(1..5)}. */
  ui.rate = ({ label, value, onRate }) =>
    h(
      "div", { class: "rate", role: "group", "aria-label": label },
      [1, 2, 3, 4, 5].map((star) =>
        h("button", { type: "button", class: star <= value ? "on" : "off", "aria-label": `${star} ${star === 1 ? "star" : "stars"}`, "aria-pressed": String(star === value), onClick: () => onRate(star) }, star <= value ? "★" : "☆")),
    );

  /** Answers to press: {label, options: [text], onPick(text)}. */
  ui.options = ({ label, options, onPick }) =>
    h("ul", { class: "options", "aria-label": label }, options.map((option) =>
      h("li", {}, h("button", { type: "button", class: "button", onClick: () => onPick(option) }, option))));

  /** Where one is in a sequence: {labels, current} with current counted from 0. */
  ui.steps = ({ labels, current }) =>
    h("div", { class: "stack" },
      h("p", { class: "muted", role: "status" }, `Step ${current + 1} of ${labels.length}`),
      h("ol", { class: "steps", "aria-label": "Progress" }, labels.map((label, index) =>
        h("li", { class: index < current ? "done" : index === current ? "now" : "later", "aria-current": index === current ? "step" : null }, label))));

  /** A month: {label, days: [{date, entries: [text or node]}]}; every day of the month, in order. */
  ui.month = ({ label, days }) => {
    const names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    const [year, month, first] = days[0].date.split("-").map(Number);
    const offset = (new Date(year, month - 1, first).getDay() + 6) % 7;
    const cells = [...Array(offset).fill(null), ...days];
    const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7));
    const cell = (day) =>
      h("td", { class: day?.date === App.today() ? "today" : null }, day && h("span", { class: "day" }, Number(day.date.slice(8))), day?.entries.map((entry) => h("div", { class: "event" }, entry)));
    return h("div", { class: "table-frame" },
      h("table", { class: "month" }, h("caption", {}, label),
        h("thead", {}, h("tr", {}, names.map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, weeks.map((week) => h("tr", {}, week.map(cell))))));
  };
});
