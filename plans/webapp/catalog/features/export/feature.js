"use strict";

/** Hands out the list as a file of comma-separated values. */
App.feature("export", ({ app, ui }) => {
  const { format, words } = app;

  /** A value as RFC 4180 wants it: in quotes where it holds a comma, a quote or a line break. */
  function cell(value) {
    const text = String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }

  const line = (values) => values.map(cell).join(",");

  function table(items) {
    const labels = app.items.facts(items[0]).map((fact) => fact.label);
    const rows = items.map((item) => [item.title, ...app.items.facts(item).map((fact) => fact.value)]);
    return [["Title", ...labels], ...rows].map(line).join("\r\n");
  }

  function download() {
    const items = app.list.shown("paging");
    if (items.length === 0) return ui.notice(`There are no ${words.items} to export.`, { tone: "bad" });
    App.download(`${words.items.replaceAll(" ", "-")}.csv`, table(items), "text/csv");
    return ui.notice(`${format.count(items.length, words.item, words.items)} exported.`);
  }

  app.slot("list-actions", () => ui.button({ label: "Export CSV", icon: "download", onClick: download }), 40);
});
