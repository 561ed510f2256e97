"use strict";

/** Takes items out of a CSV file, and reports the lines that cannot be used. */
App.feature("import", ({ app, ui }) => {
  const { facets, format, words } = app;
  const AMOUNT = facets.amount.label.toLowerCase();
  const HEADING = `title,${AMOUNT}`;
  let report = [];

  /** The cells of one line; quotation marks around a cell are taken off, doubled ones inside are made one. */
  function cells(line) {
    const found = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
    return [...found].map(([, quoted, plain]) => (quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim());
  }

  /** One line as the form for an item would give it. */
  function values(line, columns) {
    const given = cells(line);
    const one = (name) => given[columns.indexOf(name)] ?? "";
    return { title: one("title"), amount: one(AMOUNT), group: facets.group.values[0], stock: 1 };
  }

  function take(text) {
    const [first = "", ...lines] = text.split(/\r?\n/);
    const columns = cells(first).map((name) => name.toLowerCase());
    if (!columns.includes("title") || !columns.includes(AMOUNT)) {
      return refuse(`This file cannot be imported: its first line must name the columns ${HEADING}.`);
    }
    report = [];
    const added = lines.filter((line, index) => line.trim() && add(values(line, columns), index + 2)).length;
    const skipped = report.length > 0 ? `, ${format.count(report.length, "line", "lines")} left out` : "";
    app.redraw();
    return ui.notice(`${format.count(added, words.item, words.items)} imported${skipped}.`, { tone: skipped ? "bad" : "good" });
  }

  function refuse(message) {
    report = [message];
    app.redraw();
    return ui.notice("Nothing was imported.", { tone: "bad" });
  }

  /** Adds one item; when something is wrong with it, the report says what, and in which line of the file. */
  function add(given, number) {
    const wrong = Object.values(app.items.problems(given));
    if (wrong.length > 0) report.push(`Line ${number} was left out. ${wrong.join(" ")}`);
    else app.items.add(app.items.parse(given));
    return wrong.length === 0;
  }

  app.slot("below-list", () =>
    ui.section({
      title: `Import ${words.items}`,
      body: [
        ui.text(`Choose a CSV file whose first line is ${HEADING}, followed by one ${words.item} on each line.`),
        ui.filePick({ label: "Import CSV", accept: ".csv,text/csv", onFile: take }),
        report.map((problem) => ui.text(problem, { tone: "error" })),
      ],
    }), 95);
});
