/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
"use strict";

/** Label → what this kit says instead. */
App.wording = {
  "Rate": "Give stars",
  "You gave": "You have given:",
  "Rated by": "Votes",
  "Comments": "Replies",
  "Post comment": "Send",
  "Your name": "Name",
  "Comment": "Your words",
  "No comments yet": "Nobody wrote yet",
  "Timer": "Countdown",
  "Reset": "Start over",
  "Resume": "Continue",
};

/**
 * The other kit: the same calls, other markup. Bare boxes with ARIA roles in place of native elements, rows in place of
 * cards, icons in place of words, panels in place of dialogs, and other wordings out of `App.wording`.
 */
App.createKit = function createKit({ words }) {
  const ui = {};
  App.kitParts.forEach((part) => part(ui, { words }));
  return ui;
};

App.kitParts = [];

/** A label in this kit's words: known whole, or by how it begins ("Add" turns "Add fern" into "New fern"). */
App.word = function word(text) {
  if (typeof text !== "string") return text;
  if (text in App.wording) return App.wording[text];
  const head = Object.keys(App.wording).filter((known) => text.startsWith(`${known} `)).sort((a, b) => b.length - a.length)[0];
  return head ? App.wording[head] + text.slice(head.length) : text;
};

/** What makes a bare box a button: for the pointer, the keyboard and screen readers. */
App.pressable = (run) => ({
  role: "button", tabindex: 0, onClick: run,
  onKeydown: (event) => {
    if (event.target !== event.currentTarget || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    run(event);
  },
});

/** Words, buttons, links and the boxes that hold them. */
App.kitParts.push((ui) => {
  const { h, icon, nodes, word } = App;

  ui.text = (text, { tone = null } = {}) => h("div", { class: `txt ${tone ?? ""}` }, word(text));
  ui.heading = (text, level = 2) => h("div", { class: `t t${level}`, role: "heading", "aria-level": level }, word(text));
  ui.status = (text) => h("div", { class: "dim", role: "status" }, text);
  ui.badge = (text, tone = "plain") => h("i", { class: `chip ${tone}` }, word(text));
  ui.row = (...children) => h("div", { class: "line" }, ...children);
  ui.stack = (...children) => h("div", { class: "pile" }, ...children);
  ui.toolbar = (...children) => h("div", { class: "strip" }, ...children);

  ui.section = ({ title, level = 2, actions = [], body = [] }) =>
    h("div", { class: level === 1 ? "screen" : "box" }, h("div", { class: "line spread" }, h(level === 1 ? "h2" : "div", { class: `t t${level}`, role: level === 1 ? null : "heading", "aria-level": level === 1 ? null : level }, word(title)), nodes(actions)), body);

  ui.button = ({ label, onClick, kind = "plain", icon: drawing, pressed, disabled = false, compact = false, describe }) => {
    const isBare = compact && drawing;
    const name = word(describe && isBare ? describe : label);
    return h(
      "button",
      { class: `btn ${kind} ${pressed ? "lit" : ""}`, type: "button", onClick, disabled, title: isBare ? name : null, "aria-pressed": pressed === undefined ? null : String(pressed) },
      drawing && icon(drawing), !isBare && word(label),
    );
  };

  ui.link = ({ label, to }) => h("a", { href: `#${to}` }, word(label));
  ui.navLink = ({ label, to, current }) => h("a", { href: `#${to}`, class: `tab ${current ? "lit" : ""}`, "aria-current": current ? "page" : null }, word(label));

  ui.stats = (entries) =>
    h("div", { class: "tiles" }, entries.map(({ label, value }) => h("div", { class: "tile" }, h("b", {}, value), h("span", {}, word(label)))));

  ui.facts = (entries) =>
    h("table", { class: "pairs" }, entries.map(({ label, text }) => h("tr", {}, h("td", {}, word(label)), h("td", {}, text))));

  ui.progress = ({ label, value, max = 100 }) =>
    h("div", { class: "pile" }, h("div", { class: "gauge", role: "progressbar", "aria-label": label, "aria-valuemin": 0, "aria-valuenow": value, "aria-valuemax": max }, h("div", { style: `width:${(value / max) * 100}%` })), h("div", { class: "dim" }, label));

  ui.empty = ({ title, text, actions = [] }) => h("div", { class: "box hollow", role: "status" }, h("b", {}, word(title)), text && h("div", {}, text), actions);

  ui.page = ({ brand, navigation, tools, main, footer }) => {
    document.documentElement.style.setProperty("--hue", brand.accent);
    return h(
      "div", { class: "shell" },
      h("div", { class: "side" }, h("a", { class: "logo", href: "#/" }, brand.name), h("div", { class: "menu", role: "navigation", "aria-label": "Main" }, navigation), h("div", { class: "menu" }, tools), h("div", { class: "dim" }, brand.tagline, nodes(footer))),
      h("div", { class: "stage" }, h("div", { class: "messages", "aria-live": "polite" }), h("div", { class: "panels" }), main),
    );
  };
});

/** Fields and forms: the label is inside the field where it can be, else a plain word beside it. */
App.kitParts.push((ui) => {
  const { h, word } = App;

  function listed(spec) {
    return spec.options.map((option) => (typeof option === "string" ? { value: option, label: option } : option));
  }

  function control(spec) {
    const label = word(spec.label) + (spec.required ? " *" : "");
    const shared = {
      name: spec.name, disabled: spec.disabled, "aria-label": spec.type === "checkbox" ? null : word(spec.label),
      onInput: spec.onInput && ((event) => spec.onInput(event.target.value)),
      onChange: spec.onChange && ((event) => spec.onChange(spec.type === "checkbox" ? event.target.checked : event.target.value)),
    };
    const { min, max, step, value } = spec;
    if (spec.type === "select") {
      const isOpen = value === "" || value === undefined;
      const rest = listed(spec).map((option) => h("option", { value: option.value, selected: option.value === value }, word(option.label)));
      return h("select", { ...shared, title: label }, isOpen && !listed(spec).some((o) => o.value === "") && h("option", { value: "" }, `${label} …`), rest);
    }
    if (spec.type === "textarea") return h("textarea", { ...shared, placeholder: label, value: value ?? "" });
    if (spec.type === "checkbox") return h("input", { ...shared, type: "checkbox", checked: value });
    return h("input", { ...shared, type: spec.type ?? "text", placeholder: label, title: spec.compact ? label : null, min, max, step, value: value ?? "" });
  }

  ui.field = (spec) => {
    const isBeside = ["select", "date", "time", "number", "checkbox"].includes(spec.type);
    const beside = isBeside && !spec.compact && h("span", { class: "cap" }, word(spec.label));
    const hint = spec.hint && h("div", { class: "dim" }, spec.hint);
    return h(spec.type === "checkbox" ? "label" : "div", { class: "slot", "data-field": spec.name }, beside, control(spec), hint);
  };

  /** Puts the cursor into the field of that name. */
  ui.focusField = (name) => document.querySelector(`[name="${name}"]`)?.focus();

  function valuesOf(form) {
    const controls = [...form.querySelectorAll("[data-field] :is(input, select, textarea)")];
    return Object.fromEntries(controls.map((input) => [input.name, input.type === "checkbox" ? input.checked : input.value]));
  }

  ui.form = ({ fields, submit, onSubmit, cancel = "Cancel", onCancel, extra = [] }) => {
    const wrong = h("div", { class: "wrong", role: "alert" });
    const send = (event) => {
      event.preventDefault();
      const found = Object.values(onSubmit(valuesOf(form)) ?? {});
      wrong.replaceChildren(...found.map((message) => h("div", {}, message)));
    };
    const form = h(
      "form", { class: "pile", novalidate: true, onSubmit: send }, wrong, fields.map((spec) => ui.field(spec)), extra,
      h("div", { class: "line" }, h("input", { type: "submit", class: "btn primary", value: word(submit) }), onCancel && ui.button({ label: cancel, onClick: onCancel })),
    );
    return form;
  };

  ui.choice = ({ label, options, value, onChange }) =>
    h("div", { class: "line", role: "group", "aria-label": word(label) }, h("span", { class: "cap" }, word(label)), options.map((option) => {
      const own = typeof option === "string" ? option : option.value;
      const text = typeof option === "string" ? option : option.label;
      return h("button", { type: "button", class: `btn ${own === value ? "lit" : ""}`, "aria-pressed": String(own === value), onClick: (event) => {
        for (const other of event.currentTarget.parentElement.querySelectorAll(".btn")) {
          other.classList.toggle("lit", other === event.currentTarget);
          other.setAttribute("aria-pressed", String(other === event.currentTarget));
        }
        onChange(own);
      } }, word(text));
    }));

  ui.toggle = ({ label, on, onChange, describe }) =>
    h("label", { class: "slot", title: describe ? word(describe) : null }, h("input", { type: "checkbox", checked: on, onChange: (event) => onChange(event.target.checked) }), word(label));

  ui.filePick = ({ label, accept, onFile }) => {
    async function take(file) {
      if (file) onFile(await file.text(), file.name);
    }
    const input = h("input", { type: "file", accept, hidden: true, onChange: (event) => take(event.target.files[0]) });
    return h(
      "div", { class: "drop", ...App.pressable(() => input.click()), onDragover: (event) => event.preventDefault(), onDrop: (event) => { event.preventDefault(); take(event.dataTransfer.files[0]); } },
      word(label), input,
    );
  };
});

/** In place of dialogs: panels in the page; in place of questions: the browser's own. */
App.kitParts.push((ui) => {
  const { h, word } = App;

  ui.closeDialogs = () => document.querySelector(".panels")?.replaceChildren();

  ui.dialog = ({ title, body = [], actions = [], onClose = () => {} }) => {
    const close = () => {
      panel.remove();
      onClose();
    };
    const panel = h(
      "div", { class: "box lifted", role: "dialog", "aria-label": word(title) },
      h("div", { class: "line spread" }, h("div", { class: "t t2", role: "heading", "aria-level": 2 }, word(title)), h("button", { type: "button", class: "btn", title: "Close", "aria-label": "Close", onClick: close }, "✕")),
      body, h("div", { class: "line" }, actions),
    );
    document.querySelector(".panels").replaceChildren(panel);
    window.scrollTo(0, 0);
    return { close };
  };

  ui.confirm = ({ text, onYes }) => {
    if (window.confirm(text)) onYes();
  };

  ui.notice = (text, { tone = "good", action = null } = {}) => {
    const bar = h("div", { class: `message ${tone}`, role: tone === "bad" ? "alert" : "status" }, h("span", {}, text), action && h("a", { href: "javascript:void 0", onClick: () => { bar.remove(); action.onClick(); } }, word(action.label)));
    document.querySelector(".messages").replaceChildren(bar);
  };
});

/** Things of which there are several: as tables where the first kit has cards, as boxes where it has tables. */
App.kitParts.push((ui) => {
  const { h, word } = App;

  const named = (entry) => (entry.to ? h("a", { href: `#${entry.to}` }, entry.title) : h("strong", {}, entry.title));

  ui.items = ({ entries }) => {
    const labels = [...new Set(entries.flatMap((entry) => entry.facts.map((fact) => fact.label)))];
    const cell = (entry, label) => h("td", {}, entry.facts.find((fact) => fact.label === label)?.text ?? "");
    return h("div", { class: "scroll" }, h(
      "table", { class: "grid" },
      h("thead", {}, h("tr", {}, h("th", {}, "Name"), labels.map((label) => h("th", {}, word(label))), h("th", {}))),
      h("tbody", {}, entries.map((entry) => h("tr", { "data-entry": entry.id, tabindex: -1 }, h("td", {}, entry.before, named(entry), " ", entry.badges), labels.map((label) => cell(entry, label)), h("td", { class: "tight" }, entry.actions)))),
    ));
  };

  /** The entries of the lists in view, in order, for moving the focus through them. */
  ui.entries = () => [...document.querySelectorAll("[data-entry]")];

  ui.table = ({ caption, columns, rows, total = null }) => {
    const line = (cells) => h("div", { class: "line spread entry-line", role: "listitem" }, cells.map((cell, index) => h("div", {}, index > 0 && h("span", { class: "dim" }, word(columns[index]), " "), cell)));
    return h("div", { class: "pile" }, h("div", { class: "dim" }, caption), h("div", { role: "list", "aria-label": caption }, rows.map(line)), total && h("div", { class: "line spread total" }, total.map((cell) => h("div", {}, cell))));
  };

  ui.tabs = ({ label, options, active, onPick }) =>
    h("div", { class: "line", role: "tablist", "aria-label": word(label) }, options.map((option) => h("a", { href: "javascript:void 0", role: "tab", "aria-selected": String(option.id === active), class: `tab ${option.id === active ? "lit" : ""}`, onClick: () => onPick(option.id) }, word(option.label))));

  ui.pager = ({ page, pages, onGo }) =>
    h("div", { class: "line" },
      h("button", { type: "button", class: "btn", title: "Back one page", "aria-label": "Back one page", disabled: page <= 1, onClick: () => onGo(page - 1) }, "‹"),
      Array.from({ length: pages }, (_, index) => h("button", { type: "button", class: `btn ${index + 1 === page ? "lit" : ""}`, "aria-current": index + 1 === page ? "page" : null, onClick: () => onGo(index + 1) }, index + 1)),
      h("button", { type: "button", class: "btn", title: "Next page", "aria-label": "Next page", disabled: page >= pages, onClick: () => onGo(page + 1) }, "›"),
      h("span", { class: "dim" }, `${page} / ${pages}`));

  ui.board = ({ columns, onMove }) => {
    const mover = (entry, id) =>
      h("select", { title: word("Move to"), onChange: (event) => onMove(entry.id, event.target.value) }, columns.map((column) => h("option", { value: column.id, selected: column.id === id }, column.label)));
    return h("div", { class: "lanes" }, columns.map(({ id, label, entries }) =>
      h("div", { class: "lane", onDragover: (event) => event.preventDefault(), onDrop: (event) => { event.preventDefault(); onMove(event.dataTransfer.getData("text/plain"), id); } },
        h("div", { class: "t t3", role: "heading", "aria-level": 3 }, `${label} (${entries.length})`),
        h("div", { role: entries.length > 0 ? "list" : null }, entries.map((entry) => h("div", { class: "box", role: "listitem", draggable: "true", onDragstart: (event) => event.dataTransfer.setData("text/plain", entry.id) },
          named(entry), h("div", { class: "dim" }, entry.facts.map((fact) => fact.text).join(" · ")), h("div", { class: "line" }, mover(entry, id), entry.actions)))))));
  };

  ui.chart = ({ label, points }) => {
    const most = Math.max(1, ...points.map((point) => point.value));
    return h("div", { class: "pile" }, h("div", { class: "t t3", role: "heading", "aria-level": 3 }, word(label)), h("div", { class: "pillars", role: points.length > 0 ? "list" : null }, points.map((point) =>
      h("div", { class: "pillar", role: "listitem" }, h("span", {}, point.text), h("div", { style: `height:${(point.value / most) * 130 + 2}px` }), h("span", {}, point.label)))));
  };

  ui.stars = ({ value, label }) => h("span", { title: label, role: "img", "aria-label": label }, `${"★".repeat(Math.round(value))}${"☆".repeat(5 - Math.round(value))}`);

  ui.rate = ({ label, value, onRate }) =>
    h("div", { class: "line", role: "group", "aria-label": word(label) }, h("span", { class: "cap" }, word(label)), [1, 2, 3, 4, 5].map((star) =>
      h("span", { class: "tap", title: `Rate ${star}`, "aria-label": `Rate ${star}`, ...App.pressable(() => onRate(star)) }, star <= value ? "★" : "☆")));

  ui.options = ({ options, onPick }) =>
    h("div", { class: "pile" }, options.map((option) => h("div", { class: "btn answer", ...App.pressable(() => onPick(option)) }, option)));

  ui.steps = ({ labels, current }) => h("div", { class: "dim", role: "status" }, `Step ${current + 1} of ${labels.length}: ${labels[current]}`);

  ui.month = ({ label, days }) =>
    h("div", { class: "pile" }, h("div", { class: "t t3", role: "heading", "aria-level": 3 }, label), h("div", { role: "list" }, days.map((day) =>
      h("div", { class: `line entry-line ${day.entries.length ? "" : "quiet-day"}`, role: "listitem" }, h("b", {}, day.date.slice(8)), day.entries.map((entry) => h("span", { class: "chip" }, entry))))));
});
