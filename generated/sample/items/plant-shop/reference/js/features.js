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

/** A cart that never holds more than there is in stock. Other features adjust its total through `app.cart`. */
App.feature("cart", ({ app, ui }) => {
  const { format, words } = app;
  const adjustments = [];
  app.store.define("cart", {});

  const quantity = (id) => app.store.get("cart")[id] ?? 0;
  const lines = () => Object.entries(app.store.get("cart"))
    .map(([id, count]) => ({ item: app.items.find(id), count }))
    .filter((line) => line.item);
  const subtotal = () => lines().reduce((sum, line) => sum + line.item.amount * line.count, 0);
  const pieces = () => lines().reduce((sum, line) => sum + line.count, 0);

  /** What other features change about the total: [{label, amount}], amounts below 0 for discounts. */
  const extras = () => adjustments.map((adjust) => adjust(subtotal())).filter(Boolean);
  const total = () => extras().reduce((sum, extra) => sum + extra.amount, subtotal());

  app.cart = { lines, subtotal, total, pieces, adjust: (give) => adjustments.push(give), clear: () => setAll({}) };

  function setAll(cart) {
    app.store.commit("Emptied the cart", (state) => { state.cart = cart; });
  }

  function put(item, count) {
    if (count > item.stock) {
      ui.notice(`Only ${item.stock} of ${item.title} in stock.`, { tone: "bad" });
      app.redraw();
      return false;
    }
    app.store.commit(`Changed ${item.title} in the cart`, (state) => {
      if (count > 0) state.cart[item.id] = count;
      else delete state.cart[item.id];
    });
    return true;
  }

  function add(item) {
    if (put(item, quantity(item.id) + 1)) ui.notice(`${item.title} is in your cart.`);
  }

  function quantityField({ item, count }) {
    const change = (text) => {
      const wanted = Number(text);
      if (Number.isInteger(wanted) && wanted >= 1) put(item, wanted);
      else {
        ui.notice("The quantity must be a whole number of 1 or more.", { tone: "bad" });
        app.redraw();
      }
    };
    return ui.field({ name: `quantity-${item.id}`, label: "Quantity", type: "number", compact: true, value: count, min: 1, max: item.stock, onChange: change });
  }

  function row(line) {
    const { item, count } = line;
    const remove = ui.button({ label: "Remove", icon: "trash", kind: "quiet", compact: true, describe: `Remove ${item.title}`, onClick: () => put(item, 0) });
    return [item.title, format.amount(item.amount), quantityField(line), format.amount(item.amount * count), remove];
  }

  function contents() {
    if (lines().length === 0) {
      return ui.empty({ title: "Your cart is empty", text: `Add ${words.items} from the list.`, actions: [ui.link({ label: `See all ${words.items}`, to: "/" })] });
    }
    const sums = [
      ...(extras().length > 0 ? [{ label: "Subtotal", text: format.amount(subtotal()) }] : []),
      ...extras().map((extra) => ({ label: extra.label, text: format.amount(extra.amount) })),
      { label: "Total", text: format.amount(total()) },
    ];
    return [
      ui.table({ caption: "In your cart", columns: [App.capital(words.item), "Price", "Quantity", "Sum", "Remove"], rows: lines().map(row) }),
      ui.facts(sums),
      app.fill("cart-actions"),
    ];
  }

  app.slot("item-actions", (item) =>
    item.stock > 0 && ui.button({ label: "Add to cart", icon: "cart", kind: "primary", describe: `Add to cart: ${item.title}`, onClick: () => add(item) }), 10);
  app.slot("item-badges", (item) => item.stock < 1 && ui.badge("Sold out", "bad"), 10);
  app.slot("item-facts", (item) => item.stock > 0 && { label: app.facets.stock.label, text: String(item.stock) }, 10);

  app.route("/cart", {
    title: "Cart",
    nav: { label: () => `Cart (${pieces()})`, icon: "cart", order: 60 },
    render: () => ui.section({ title: "Your cart", level: 1, body: [app.fill("cart-top"), app.live(contents)] }),
  });
});

/** Finds items by what is typed, while it is typed. */
App.feature("search", ({ app, ui }) => {
  const { words } = app;
  const term = () => app.screen.get("search", "").trim().toLowerCase();

  function matches(item) {
    return item.title.toLowerCase().includes(term());
  }

  app.list.stage("search", 10, (items) => items.filter(matches));

  app.slot("toolbar", () =>
    ui.field({
      name: "search",
      label: `Search ${words.items}`,
      type: "search",
      value: app.screen.get("search", ""),
      onInput: (text) => app.screen.set({ search: text, page: 1 }),
    }), 10);

  app.slot("empty-list", () => {
    if (!term()) return null;
    return ui.empty({ title: `No ${words.items} match your search`, text: "Try another word, or clear the search." });
  }, 10);
});

/** Works the list without a mouse: a key for each step, and an overview of all keys. */
App.feature("keyboard", ({ app, ui }) => {
  const { words } = app;

  /** Moves the focus to the entry before or after the one that has it; at the ends it stays. */
  function step(by) {
    const entries = ui.entries();
    if (entries.length === 0) return;
    const now = entries.findIndex((entry) => entry.contains(document.activeElement));
    const next = Math.min(Math.max(now + by, 0), entries.length - 1);
    entries[next].focus();
  }

  function search() {
    if (app.path() !== "/") app.go("/");
    ui.focusField("search");
  }

  function help() {
    const rows = app.shortcuts().map(({ key, description }) => [key, description]);
    const table = ui.table({ caption: "These keys work outside of fields.", columns: ["Key", "What it does"], rows });
    ui.closeDialogs();
    ui.dialog({ title: "Keyboard shortcuts", body: [table] });
  }

  app.shortcut("j", `Next ${words.item}`, () => step(1));
  app.shortcut("k", `Previous ${words.item}`, () => step(-1));
  app.shortcut("/", "Go to the search field", search);
  app.shortcut("?", "Show this overview", help);
  app.shortcut("Escape", "Close it", () => ui.closeDialogs());

  app.slot("tools", () => ui.button({ label: "Keys", icon: "keyboard", kind: "quiet", compact: true, describe: "Keyboard shortcuts", onClick: help }), 80);
});
