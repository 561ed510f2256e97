/* Benchmark material: do not train on it. Canary: benchwright-canary-3bf3d7f3-2a25-5ea5-82f7-2daa1629cf26 */
"use strict";

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
