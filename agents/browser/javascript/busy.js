// Knows whether the page still has work under way. Our own world asks by cancelable events whose names the page does
// not know; a cancelled event means yes. `busy` asks for short timers and requests, which every look waits for; `late`
// for longer timers and answers of workers too. What the page does to the natives later on changes nothing here: they
// are taken before its first script.
({ busy, late, short, long }) => {
  const { apply } = Reflect;
  const LEAST = 4;
  const then = Promise.prototype.then;
  const listen = EventTarget.prototype.addEventListener;
  const { preventDefault } = Event.prototype;
  const source = Function.prototype.toString;
  // A proxy of a native says that it is native code; `__proto__: null` keeps the page from adding traps.
  const around = (native, call) => new Proxy(native, { __proto__: null, apply: call });
  // By id, when a timer that is under way ends in all, counted from where the first of its chain was set.
  const timers = Object.create(null);
  const waiting = { short: 0, long: 0 };
  let requests = 0;
  // The timer whose callback runs now. One that it sets again with the same work, as a clock does, goes on with it.
  let running = null;
  const count = ({ ends }, step) => {
    if (!(ends > short)) waiting.short += step;
    if (!(ends > long)) waiting.long += step;
  };
  const over = (id) => {
    if (timers[id]) count(timers[id], -1);
    delete timers[id];
  };
  const saysTheSame = (work, other) =>
    work === other || (typeof work === "function" && typeof other === "function" && apply(source, work, []) === apply(source, other, []));
  globalThis.setTimeout = around(setTimeout, (native, self, values) => {
    const work = values[0];
    const delay = values[1] ?? 0;
    const rest = [];
    for (let i = 2; i < values.length; i += 1) rest[i - 2] = values[i];
    const isAgain = running !== null && running.delay === delay && saysTheSame(running.work, work);
    const timer = { work, delay, ends: (isAgain ? running.ends : 0) + Math.max(Number(delay) || 0, LEAST) };
    const run = () => {
      over(id);
      running = timer;
      try {
        if (typeof work === "function") apply(work, globalThis, rest);
        else (0, eval)(work);
      } finally {
        running = null;
      }
    };
    const id = apply(native, globalThis, [run, delay]);
    timers[id] = timer;
    count(timer, 1);
    return id;
  });
  const cleared = (native, self, values) => {
    over(values[0]);
    apply(native, globalThis, values);
  };
  globalThis.clearTimeout = around(clearTimeout, cleared);
  globalThis.clearInterval = around(clearInterval, cleared);
  const answered = () => {
    requests -= 1;
  };
  globalThis.fetch = around(fetch, (native, self, values) => {
    requests += 1;
    const answer = apply(native, self, values);
    apply(then, answer, [answered, answered]);
    return answer;
  });
  XMLHttpRequest.prototype.send = around(XMLHttpRequest.prototype.send, (native, self, values) => {
    requests += 1;
    apply(listen, self, ["loadend", answered, { once: true }]);
    return apply(native, self, values);
  });
  // Messages to workers that were not answered yet. Some never are, so no look waits for them.
  const told = Object.assign(new WeakMap(), { get: WeakMap.prototype.get, set: WeakMap.prototype.set, has: WeakMap.prototype.has });
  let awaited = 0;
  const tell = (worker, open) => {
    awaited += open - told.get(worker);
    told.set(worker, open);
  };
  Worker.prototype.postMessage = around(Worker.prototype.postMessage, (native, self, values) => {
    const answer = apply(native, self, values);
    if (!told.has(self)) {
      told.set(self, 0);
      const heard = () => {
        if (told.get(self) > 0) tell(self, told.get(self) - 1);
      };
      for (const kind of ["message", "messageerror", "error"]) apply(listen, self, [kind, heard]);
    }
    tell(self, told.get(self) + 1);
    return answer;
  });
  Worker.prototype.terminate = around(Worker.prototype.terminate, (native, self) => {
    apply(native, self, []);
    if (told.has(self)) tell(self, 0);
  });
  // The page is asked for all of its frames at once; one of another origin answers for itself, and is not asked.
  const asked = () => {
    try {
      return top.document;
    } catch {
      return document;
    }
  };
  // A document that is written anew loses all listeners, its window's too; what keeps its fonts stays as it is.
  const { get: fontsOf } = Object.getOwnPropertyDescriptor(Document.prototype, "fonts");
  const answer = (event, isSo) =>
    apply(listen, apply(fontsOf, asked(), []), [
      event,
      (question) => {
        if (isSo()) apply(preventDefault, question, []);
      },
    ]);
  answer(busy, () => waiting.short || requests);
  answer(late, () => waiting.long || requests || awaited);
}
