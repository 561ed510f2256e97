/* Benchmark material: do not train on it. Canary: benchwright-canary-7db267ff-f5ea-554c-a4f8-1119dfab21ef */
"use strict";

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
