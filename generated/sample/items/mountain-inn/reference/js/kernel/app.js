/* Benchmark material: do not train on it. Canary: benchwright-canary-3bf3d7f3-2a25-5ea5-82f7-2daa1629cf26 */
"use strict";

/** Puts the parts together and starts the features, in the order in which their scripts stand in the page. */
App.features = [];

/** Called by each feature's script; `set_up` gets the app (see start). */
App.feature = (id, setUp) => App.features.push({ id, setUp });

App.start = function start() {
  const { brand, words, facets, config } = App.data;
  const { live, redraw } = App.createLive();
  const store = App.createStore();
  const screen = App.createScreen(redraw);
  const format = App.createFormat(facets);
  const slots = {};
  const shortcuts = [];
  const starters = [];
  const main = App.h("main", { id: "main", tabindex: -1 });
  const ui = App.createKit({ words });
  const router = App.createRouter(show);

  /** Add to a place: `render(...args)` gives a node, several or nothing. Low orders stand first. */
  function slot(place, render, order = 50) {
    (slots[place] ??= []).push({ render, order });
    slots[place].sort((a, b) => a.order - b.order);
  }

  /** Everything that was added to a place. */
  function fill(place, ...args) {
    return App.nodes((slots[place] ?? []).map((entry) => entry.render(...args)));
  }

  function show(found) {
    ui.closeDialogs();
    if (!found) return router.go("/");
    const content = found.route.render(found.params);
    main.replaceChildren(...App.nodes(content));
    const title = typeof found.route.title === "function" ? found.route.title(found.params) : found.route.title;
    document.title = title ? `${title} · ${brand.name}` : brand.name;
    redraw();
    window.scrollTo(0, 0);
    return undefined;
  }

  function navigation() {
    return router.entries().map((route) => {
      const label = typeof route.nav.label === "function" ? route.nav.label() : route.nav.label;
      return ui.navLink({ label, icon: route.nav.icon, to: route.path, current: router.current() === route.path });
    });
  }

  /** Call `run` when a key is pressed outside of fields: "n", "/", "?", "ArrowDown", "Control+z". */
  function shortcut(key, description, run) {
    shortcuts.push({ key, description, run });
  }

  function onKey(event) {
    const isTyping = event.target.closest?.("input:not([type=checkbox]):not([type=radio]), textarea, select");
    const pressed = (event.ctrlKey || event.metaKey ? "Control+" : "") + event.key;
    const found = shortcuts.find((entry) => entry.key === pressed);
    if (!found || isTyping || event.altKey || event.defaultPrevented) return;
    event.preventDefault();
    found.run();
  }

  store.define("items", App.data.items);
  const items = App.createItems({ store, facets, words, format, fill });
  const list = App.createList({ items });
  const app = {
    brand, words, facets, format, store, screen, items, list, slot, fill, live, redraw, shortcut,
    shortcuts: () => shortcuts,
    route: router.add,
    go: router.go,
    path: router.current,
    has: (id) => App.features.some((feature) => feature.id === id),
    onStart: (run) => starters.push(run),
  };
  for (const feature of App.features) feature.setUp({ app, ui, config: config[feature.id] ?? {} });
  starters.forEach((run) => run());
  store.subscribe(redraw);
  document.addEventListener("keydown", onKey);
  document.body.append(
    ui.page({ brand, navigation: live(navigation), tools: live(() => fill("tools")), main, footer: live(() => fill("footer")) }),
  );
  router.start();
};

/** Hand a file to the person. */
App.download = function download(filename, text, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  App.h("a", { href: address, download: filename }).click();
  URL.revokeObjectURL(address);
};
