/* Benchmark material: do not train on it. Canary: benchwright-canary-7db267ff-f5ea-554c-a4f8-1119dfab21ef */
"use strict";

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
