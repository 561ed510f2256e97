/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
"use strict";

/** The one global of the app; every script adds its part to it. */
const App = {};

/**
 * Build an element.
 * Properties: `class`, `on…` handlers, `data-…`, `aria-…` and any attribute; null, undefined and false are left out.
 * Children: nodes, text, arrays of them; null, undefined and false are left out.
 */
App.h = function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2).toLowerCase(), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...App.nodes(children));
  return element;
};

/** A flat list of nodes and texts, without the empty ones. */
App.nodes = function nodes(...children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
};

/** A drawing out of the set in icons.js; it is decoration, so it has no name of its own. */
App.icon = function icon(name) {
  const holder = document.createElement("template");
  holder.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${App.icons[name] ?? ""}</svg>`;
  return holder.content.firstChild;
};

/** A fresh id for tying labels to fields. */
App.uid = (() => {
  let last = 0;
  return (prefix = "id") => `${prefix}-${++last}`;
})();

/** Line drawings on a grid of 24 by 24. */
App.icons = {
  plus: '<path d="M12 5v14M5 12h14"/>',
  minus: '<path d="M5 12h14"/>',
  close: '<path d="M6 6l12 12M18 6L6 18"/>',
  check: '<path d="M5 12.5l4.5 4.5L19 7.5"/>',
  search: '<circle cx="11" cy="11" r="6"/><path d="M15.5 15.5L20 20"/>',
  filter: '<path d="M4 6h16M7 12h10M10 18h4"/>',
  sort: '<path d="M8 5v14M8 19l-3-3M8 19l3-3M16 19V5M16 5l-3 3M16 5l3 3"/>',
  edit: '<path d="M4 20l1-4L16 5l3 3L8 19z"/>',
  trash: '<path d="M5 7h14M10 7V5h4v2M7 7l1 12h8l1-12"/>',
  undo: '<path d="M9 7L5 11l4 4"/><path d="M5 11h9a5 5 0 0 1 0 10h-3"/>',
  redo: '<path d="M15 7l4 4-4 4"/><path d="M19 11h-9a5 5 0 0 0 0 10h3"/>',
  cart: '<path d="M4 5h2l2 10h9l2-7H7"/><circle cx="9.5" cy="19" r="1.3"/><circle cx="16" cy="19" r="1.3"/>',
  heart: '<path d="M12 19s-7-4.4-7-9a4 4 0 0 1 7-2.6A4 4 0 0 1 19 10c0 4.6-7 9-7 9z"/>',
  star: '<path d="M12 4l2.4 5 5.6.7-4 3.9 1 5.4-5-2.7-5 2.7 1-5.4-4-3.9 5.6-.7z"/>',
  calendar: '<path d="M5 6h14v14H5zM5 10h14M9 4v4M15 4v4"/>',
  clock: '<circle cx="12" cy="12" r="8"/><path d="M12 8v4l3 2"/>',
  play: '<path d="M8 5l11 7-11 7z"/>',
  pause: '<path d="M8 5v14M16 5v14"/>',
  download: '<path d="M12 4v11M7.5 11L12 15.5 16.5 11M5 20h14"/>',
  upload: '<path d="M12 16V5M7.5 9L12 4.5 16.5 9M5 20h14"/>',
  left: '<path d="M14 6l-6 6 6 6"/>',
  right: '<path d="M10 6l6 6-6 6"/>',
  up: '<path d="M6 14l6-6 6 6"/>',
  down: '<path d="M6 10l6 6 6-6"/>',
  sun: '<circle cx="12" cy="12" r="4"/><path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4"/>',
  moon: '<path d="M19 14.5A8 8 0 0 1 9.5 5a8 8 0 1 0 9.5 9.5z"/>',
  chart: '<path d="M5 20V10M12 20V4M19 20v-7"/>',
  board: '<path d="M4 5h4v14H4zM10 5h4v9h-4zM16 5h4v12h-4z"/>',
  comment: '<path d="M5 5h14v11H11l-4 4v-4H5z"/>',
  keyboard: '<path d="M3 7h18v10H3zM7 14h10M7 10h.01M11 10h.01M15 10h.01"/>',
  ticket: '<path d="M4 7h16v4a1.5 1.5 0 0 0 0 3v3H4v-3a1.5 1.5 0 0 0 0-3z"/>',
  refresh: '<path d="M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5"/>',
  warning: '<path d="M12 4l9 16H3zM12 10v4M12 17h.01"/>',
};

/**
 * What the app knows: named slices of plain data. Read freely, change only inside `commit`.
 * A change of `commit` can be undone unless it says otherwise; whoever subscribes hears of every change.
 */
App.createStore = function createStore() {
  const HISTORY = 50;
  let state = {};
  let past = [];
  const listeners = new Set();

  function tell(label) {
    listeners.forEach((listener) => listener(label));
  }

  return {
    /** Give a slice its first value; keeps what is there already. */
    define(slice, initial) {
      if (!(slice in state)) state[slice] = structuredClone(initial);
    },
    /** The slice as it is now. Do not change what you get. */
    get(slice) {
      return state[slice];
    },
    /** Change a copy of the state, make it the state, tell everybody. `label` says what was done: "Deleted Fern". */
    commit(label, change, { undoable = true } = {}) {
      const draft = structuredClone(state);
      change(draft);
      if (undoable) past = [...past.slice(1 - HISTORY), { label, state }];
      state = draft;
      tell(label);
    },
    /** Take back the last undoable change; gives its label, or null when there is none. */
    undo() {
      const last = past.pop();
      if (!last) return null;
      state = last.state;
      tell(`Undid: ${last.label}`);
      return last.label;
    },
    /** Labels of what could be undone, the latest last. */
    history() {
      return past.map((entry) => entry.label);
    },
    /** The whole state as text, and back; restoring clears the history. */
    save() {
      return JSON.stringify(state);
    },
    restore(text) {
      state = { ...state, ...JSON.parse(text) };
      past = [];
      tell("Restored");
    },
    subscribe(listener) {
      listeners.add(listener);
    },
  };
};

/**
 * What the screen shows just now (search text, page number, chosen tab): neither saved nor undone.
 * `set` redraws every live part.
 */
App.createScreen = function createScreen(redraw) {
  const values = {};
  return {
    get(name, fallback = null) {
      return name in values ? values[name] : fallback;
    },
    set(changes) {
      Object.assign(values, changes);
      redraw();
    },
  };
};

/** Parts of the page that are drawn again whenever something changes, keeping the keyboard focus where it was. */
App.createLive = function createLive() {
  const parts = new Set();

  /** A part whose content is whatever `render` gives, now and after every change. */
  function live(render) {
    const part = { host: App.h("div", { class: "live" }), render };
    parts.add(part);
    part.host.append(...App.nodes(render()));
    return part.host;
  }

  function redraw() {
    for (const part of [...parts]) {
      if (!part.host.isConnected) parts.delete(part);
      else keepingFocus(part.host, () => part.host.replaceChildren(...App.nodes(part.render())));
    }
  }

  function keepingFocus(host, draw) {
    const active = document.activeElement;
    const path = host.contains(active) && active !== host ? pathTo(host, active) : null;
    const range = path && "selectionStart" in active ? [active.selectionStart, active.selectionEnd] : null;
    draw();
    const again = path && path.reduce((node, index) => node?.children[index], host);
    if (!again || again.tagName !== active.tagName) return;
    again.focus({ preventScroll: true });
    if (range && range[0] !== null) again.setSelectionRange(...range);
  }

  function pathTo(host, element) {
    const path = [];
    for (let node = element; node !== host; node = node.parentElement) {
      path.unshift([...node.parentElement.children].indexOf(node));
    }
    return path;
  }

  return { live, redraw };
};

/** Views by address: `#/item/fern` shows the view of the route `/item/:id` with `{id: "fern"}`. */
App.createRouter = function createRouter(show) {
  const routes = [];

  function match(path) {
    const parts = path.split("/");
    for (const route of routes) {
      const names = route.path.split("/");
      if (names.length !== parts.length) continue;
      const params = {};
      const fits = names.every((name, index) => {
        if (!name.startsWith(":")) return name === parts[index];
        params[name.slice(1)] = decodeURIComponent(parts[index]);
        return true;
      });
      if (fits) return { route, params };
    }
    return null;
  }

  const current = () => location.hash.slice(1) || "/";

  return {
    add(path, view) {
      routes.push({ path, ...view });
    },
    /** Routes with an entry in the navigation, in order. */
    entries() {
      return routes.filter((route) => route.nav).sort((a, b) => (a.nav.order ?? 50) - (b.nav.order ?? 50));
    },
    current,
    go(path) {
      if (path === current()) show(match(path));
      else location.hash = path;
    },
    start() {
      window.addEventListener("hashchange", () => show(match(current())));
      show(match(current()));
    },
  };
};

/** Values as people read them: US English, by hand, since the first use of Intl takes as long as showing a page. */
App.createFormat = function createFormat(facets) {
  const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

  function number(value, decimals = 0) {
    // Half a cent that binary fractions store a little too low is rounded up all the same.
    const [whole, fraction] = (Math.abs(value) * (1 + Number.EPSILON)).toFixed(decimals).split(".");
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
    return `${value < 0 ? "-" : ""}${grouped}${fraction ? `.${fraction}` : ""}`;
  }

  return {
    number,
    /** An amount with its unit: $34.50, −$5.00, 25 min, 120 points. */
    amount(value) {
      const { kind, unit, decimals } = facets.amount;
      if (kind === "money") {
        const sum = number(Math.abs(value), 2);
        return `${value < 0 ? "−" : ""}${/\w/.test(unit) ? `${sum} ${unit}` : `${unit}${sum}`}`;
      }
      if (kind === "percent") return `${number(value, decimals)}%`;
      return `${number(value, decimals)} ${unit}`;
    },
    /** 2026-03-14 as Mar 14, 2026. */
    date(iso) {
      const [year, month, day] = iso.split("-").map(Number);
      const date = new Date(year, month - 1, day);
      if (Number.isNaN(date.valueOf())) return "no date";
      return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
    },
    /** 1 plant, 2 plants. */
    count(count, singular, plural) {
      return `${number(count)} ${count === 1 ? singular : plural}`;
    },
  };
};

/** Today as YYYY-MM-DD, local time. */
App.today = () => App.isoDate(new Date());

App.isoDate = (date) => {
  const two = (value) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** "potted plant" as "Potted plant". */
App.capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The items of the app: reading and changing them, and the form that describes one. */
App.createItems = function createItems({ store, facets, words, format, fill }) {
  const all = () => store.get("items");
  const find = (id) => all().find((item) => item.id === id) ?? null;

  function add(item) {
    const whole = { ...blank(), ...item, id: freshId(item.title) };
    store.commit(`Added ${whole.title}`, (state) => state.items.unshift(whole));
    return whole;
  }

  function change(id, changes) {
    const label = `Changed ${find(id).title}`;
    store.commit(label, (state) => Object.assign(state.items.find((item) => item.id === id), changes));
  }

  function remove(id) {
    const label = `Deleted ${find(id).title}`;
    store.commit(label, (state) => {
      state.items = state.items.filter((item) => item.id !== id);
    });
  }

  function blank() {
    const item = { date: App.today(), person: "", description: "" };
    if (facets.stock) item.stock = 1;
    if (facets.stages) item.stage = facets.stages.values[0];
    if (facets.rating) item.rating = 0;
    return item;
  }

  function freshId(title) {
    const stem = title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "item";
    const taken = new Set(all().map((item) => item.id));
    let id = stem;
    for (let n = 2; taken.has(id); n += 1) id = `${stem}-${n}`;
    return id;
  }

  /** What is told about an item beside its title: [{name, label, value, text}], value raw and text for people. */
  function facts(item) {
    const found = [
      { name: "group", label: facets.group.label, value: item.group, text: item.group },
      { name: "amount", label: facets.amount.label, value: item.amount, text: format.amount(item.amount) },
      { name: "person", label: facets.person.label, value: item.person, text: item.person || "–" },
      { name: "date", label: facets.date.label, value: item.date, text: format.date(item.date) },
    ];
    if (facets.stock) found.push({ name: "stock", label: facets.stock.label, value: item.stock, text: String(item.stock) });
    if (facets.stages) found.push({ name: "stage", label: facets.stages.label, value: item.stage, text: item.stage });
    if (facets.rating) {
      const text = item.rating ? `${format.number(item.rating, 1)} / 5` : "not rated";
      found.push({ name: "rating", label: facets.rating.label, value: item.rating, text });
    }
    return found;
  }

  /** An entry for `ui.items` or `ui.board`, with all that features add to it. `show` names the facts to tell. */
  function entry(item, show = ["group", "amount"]) {
    const told = facts(item).filter((fact) => show.includes(fact.name));
    return {
      id: item.id,
      title: item.title,
      to: fill("item-link", item)[0] ?? null,
      description: item.description,
      facts: [...told, ...fill("item-facts", item)],
      badges: fill("item-badges", item),
      before: fill("item-before", item),
      actions: fill("item-actions", item),
    };
  }

  /** Fields for `ui.form` that describe an item; filled in when one is given. */
  function fields(item = {}) {
    const { amount, group, person, date, stock, stages } = facets;
    const step = 1 / 10 ** (amount.decimals ?? 0);
    const found = [
      { name: "title", label: "Title", type: "text", value: item.title ?? "", required: true },
      { name: "group", label: group.label, type: "select", value: item.group ?? "", options: group.values, required: true },
      { name: "amount", label: `${amount.label} (${amount.unit})`, type: "number", value: item.amount ?? "", min: 0, step, required: true },
      { name: "person", label: person.label, type: "text", value: item.person ?? "" },
      { name: "date", label: date.label, type: "date", value: item.date ?? App.today() },
    ];
    if (stock) found.push({ name: "stock", label: stock.label, type: "number", value: item.stock ?? 1, min: 0, step: 1 });
    if (stages) found.push({ name: "stage", label: stages.label, type: "select", value: item.stage ?? stages.values[0], options: stages.values });
    found.push({ name: "description", label: "Description", type: "textarea", value: item.description ?? "" });
    return found;
  }

  /** The values of such a form as an item. */
  function parse(values) {
    const item = { ...values, title: values.title.trim(), amount: Number(values.amount) };
    if (facets.stock) item.stock = Number(values.stock);
    return item;
  }

  /** What is wrong with such values: field name → message; empty when all is well. `self` is the item being edited. */
  function problems(values, self = null) {
    const found = {};
    const title = values.title.trim();
    const amount = Number(values.amount);
    const isTaken = all().some((item) => item.id !== self?.id && item.title.toLowerCase() === title.toLowerCase());
    if (!title) found.title = "Please enter a title.";
    else if (isTaken) found.title = `There is already a ${words.item} called ${title}.`;
    if (!values.group) found.group = `Please choose a ${facets.group.label.toLowerCase()}.`;
    if (String(values.amount).trim() === "") found.amount = `Please enter the ${facets.amount.label.toLowerCase()}.`;
    else if (!Number.isFinite(amount)) found.amount = `${facets.amount.label} must be a number.`;
    else if (amount < 0) found.amount = `${facets.amount.label} must not be below 0.`;
    if (facets.stock && !(Number.isInteger(Number(values.stock)) && Number(values.stock) >= 0)) {
      found.stock = `${facets.stock.label} must be a whole number of 0 or more.`;
    }
    return found;
  }

  return { all, find, add, change, remove, facts, entry, fields, parse, problems };
};

/** The main list: features put stages into it, each taking items and giving items. */
App.createList = function createList({ items }) {
  const stages = [];

  return {
    /** Add a stage. Filters stand at 10–30, sorting at 50, paging at 90. */
    stage(name, order, apply) {
      stages.push({ name, order, apply });
      stages.sort((a, b) => a.order - b.order);
    },
    /** The items after every stage, or after those before the stage called `until`. */
    shown(until = null) {
      const end = stages.findIndex((stage) => stage.name === until);
      return (end < 0 ? stages : stages.slice(0, end)).reduce((left, stage) => stage.apply(left), items.all());
    },
  };
};

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
