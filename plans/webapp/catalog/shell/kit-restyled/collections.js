"use strict";

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
