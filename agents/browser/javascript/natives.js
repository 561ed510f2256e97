// Changes to the natives of the page's own world, made before its first script: what could drown the judge is capped, the
// date and Math.random are fixed, what only a headless browser or the driver shows is hidden, and work under way is known.
// Our own world asks for it by cancelable events whose names the page does not know; a cancelled event means yes.
({ consoleCalls, dialogs, seed, date, busy, late, short, long }) => {
  const [{ apply, construct }, { addEventListener: listen }] = [Reflect, EventTarget.prototype];
  // A proxy of a native says that it is native code; `__proto__: null` keeps the page from adding traps.
  const around = (native, traps) => new Proxy(native, { __proto__: null, ...traps });
  // Replaces a method, getter or setter; `call` is given the native one, its object and its arguments.
  const replace = (owner, name, call, kind = "value") => {
    const found = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, { ...found, [kind]: around(found[kind], { apply: call }) });
  };

  // A flood of messages would drown the driver. Objects are flattened to strings, and errors are counted by themselves,
  // so that no other message hides them.
  const calls = { true: 0, false: 0 };
  for (const method of ["log", "info", "debug", "warn", "error", "dir", "table", "trace", "group", "groupEnd", "count", "assert"]) {
    replace(console, method, (native, self, values) => {
      if (calls[method === "error"]++ >= consoleCalls) return;
      for (let i = 0; i < values.length; i += 1) if (typeof values[i] === "object") values[i] = `${values[i]}`;
      apply(native, console, values);
    });
  }

  // A storm of dialogs would keep the judge answering until its time is up. Further ones are dismissed unseen, as browsers
  // offer to do; a loop that waits for none is then an endless loop.
  let opened = 0;
  for (const [name, dismissed] of [["alert", undefined], ["confirm", false], ["prompt", null]])
    replace(globalThis, name, (native, self, values) => (++opened > dialogs ? dismissed : apply(native, globalThis, values)));

  // mulberry32: the same numbers after every load.
  let state = seed | 0;
  replace(Math, "random", () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  });

  // What a browser with a window has: plug-ins, and a name of its own.
  if (navigator.plugins.length === 0) {
    const fixed = (value) => ({ value, enumerable: true });
    const viewer = (name) => Object.create(Plugin.prototype, { name: fixed(name), filename: fixed("internal-pdf-viewer"), length: fixed(2) });
    const viewers = ["PDF Viewer", "Chrome PDF Viewer", "Chromium PDF Viewer", "Microsoft Edge PDF Viewer", "WebKit built-in PDF"].map(viewer);
    const listed = { ...Object.getOwnPropertyDescriptors(viewers), item: { value: (place) => viewers[place] ?? null } };
    const plugins = Object.create(PluginArray.prototype, listed);
    replace(Navigator.prototype, "plugins", () => plugins, "get");
  }
  // Service workers are blocked. Whoever registers one gets one that never takes over, since many pages expect no refusal.
  const idle = Object.assign(new EventTarget(), { installing: null, waiting: null, active: null, update: async () => idle });
  if (navigator.serviceWorker) Object.defineProperty(navigator.serviceWorker, "register", { get: () => async () => idle, set() {} });
  globalThis.chrome ??= { app: {} };
  // What the driver put into the page goes on working by name, and is not listed.
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (/^__(pw|playwright)/.test(name)) Object.defineProperty(globalThis, name, { enumerable: false });
  // Neither proxy nor resolver rules stop packets of WebRTC.
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection"]) delete globalThis[name];

  // `busy` asks for short timers and requests, which every look waits for; `late` for longer timers and workers too.
  // By id, timers with the time at which they end, counted from where the first of their chain was set.
  const timers = Object.create(null);
  const isTimed = (longest) => {
    for (const id in timers) if (!(timers[id].ends > longest)) return true;
    return false;
  };
  // The timer whose callback runs now. One that it sets again with the same work, as a clock does, goes on with it.
  let running = null;
  const { toString: sourceOf } = Function.prototype;
  replace(globalThis, "setTimeout", (native, self, values) => {
    const [work, delay = 0, ...rest] = values;
    if (typeof work !== "function") return apply(native, self, values);
    const isAgain = running?.delay === delay && apply(sourceOf, running.work, []) === apply(sourceOf, work, []);
    const timer = { work, delay, ends: (isAgain ? running.ends : 0) + Math.max(Number(delay) || 0, 4) };
    const run = () => {
      delete timers[id];
      running = timer;
      try {
        apply(work, globalThis, rest);
      } finally {
        running = null;
      }
    };
    const id = apply(native, self, [run, delay]);
    timers[id] = timer;
    return id;
  });
  for (const name of ["clearTimeout", "clearInterval"])
    replace(globalThis, name, (native, self, values) => {
      delete timers[values[0]];
      apply(native, globalThis, values);
    });

  const { then } = Promise.prototype;
  let requests = 0;
  const answered = () => void (requests -= 1);
  replace(globalThis, "fetch", (native, self, values) => {
    requests += 1;
    const answer = apply(native, self, values);
    apply(then, answer, [answered, answered]);
    return answer;
  });
  replace(XMLHttpRequest.prototype, "send", (native, self, values) => {
    requests += 1;
    apply(listen, self, ["loadend", answered, { once: true }]);
    return apply(native, self, values);
  });

  // Workers with messages that they have not answered yet, and how many.
  const working = new Map();
  const count = (worker, change) => {
    const left = (working.get(worker) ?? 0) + change;
    left > 0 ? working.set(worker, left) : working.delete(worker);
  };
  const hasAnswered = ({ currentTarget }) => count(currentTarget, -1);
  replace(Worker.prototype, "postMessage", (native, self, values) => {
    apply(native, self, values);
    for (const kind of ["message", "messageerror", "error"]) apply(listen, self, [kind, hasAnswered]);
    count(self, 1);
  });

  const { preventDefault } = Event.prototype;
  const { get: fontsOf } = Object.getOwnPropertyDescriptor(Document.prototype, "fonts");
  // A document that is written anew loses all listeners, its window's too; what keeps its fonts stays as it is.
  const answer = (event, isSo) =>
    apply(listen, apply(fontsOf, document, []), [event, (question) => isSo() && apply(preventDefault, question, [])]);
  answer(busy, () => isTimed(short) || requests);
  answer(late, () => isTimed(long) || requests || working.size);

  // The page's calendar starts at a fixed moment, and counts on from the start of the task, so that a reload does not turn
  // it back.
  if (date) {
    const Real = Date;
    const { now: real, parse, prototype: { toString } } = Real;
    const shift = Math.round(date.epoch - date.started);
    const now = () => real() + shift;
    globalThis.Date = around(Real, {
      apply: () => apply(toString, new Real(now()), []),
      construct: (_, parts, made) => construct(Real, parts.length ? parts : [now()], made),
    });
    Real.prototype.constructor = Date;
    replace(Real, "now", now);
    replace(Performance.prototype, "timeOrigin", (origin, self) => apply(origin, self, []) + shift, "get");

    // Without a date, a format tells today's.
    const dated = (format, self, [at = now()]) => apply(format, self, [at]);
    const { prototype } = Intl.DateTimeFormat;
    replace(prototype, "format", (get, self) => around(apply(get, self, []), { apply: dated }), "get");
    replace(prototype, "formatToParts", dated);

    // The browser keeps cookies by its own clock.
    const onItsClock = (whole, name, said) => (parse(said) ? `${name}${new Real(Math.min(parse(said) - shift, 8.64e15)).toUTCString()}` : whole);
    const keep = (set, self, [text]) => apply(set, self, [`${text}`.replace(/(;\s*expires\s*=)([^;]*)/gi, onItsClock)]);
    replace(Document.prototype, "cookie", keep, "set");
  }
}
