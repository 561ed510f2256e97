/* Benchmark material: do not train on it. Canary: benchwright-canary-3bf3d7f3-2a25-5ea5-82f7-2daa1629cf26 */
"use strict";

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
