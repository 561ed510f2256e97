/* Benchmark material: do not train on it. Canary: benchwright-canary-3bf3d7f3-2a25-5ea5-82f7-2daa1629cf26 */
"use strict";

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
