// Starts the page's calendar at a fixed moment, counted on from the task's own start so that a reload does not turn it back.
// Whatever else tells the date is moved by as much: two that disagree would tell a page that it is being judged.
({ epoch, started }) => {
  const Real = Date;
  const shift = Math.round(epoch - started);
  const { now: real } = Real;
  const now = () => real() + shift;
  const { construct } = Reflect;
  const { toString } = Real.prototype;
  const Shifted = new Proxy(Real, {
    __proto__: null,
    apply: () => Reflect.apply(toString, new Real(now()), []),
    construct: (_, parts, made) => construct(Real, parts.length ? parts : [now()], made),
  });
  Real.prototype.constructor = Shifted;
  Real.now = new Proxy(real, { __proto__: null, apply: now });
  globalThis.Date = Shifted;

  const seen = (prototype, name, kind, told) => {
    const found = Object.getOwnPropertyDescriptor(prototype, name);
    const apply = (read, from, parts) => told(Reflect.apply(read, from, parts), from);
    Object.defineProperty(prototype, name, { ...found, [kind]: new Proxy(found[kind], { __proto__: null, apply }) });
  };
  // 0 stands for what has not been.
  const moved = (time) => time && time + shift;
  const timings = (told) => Object.fromEntries(Object.entries(told).map(([name, time]) => [name, moved(time)]));
  seen(Performance.prototype, "timeOrigin", "get", moved);
  seen(Performance.prototype, "toJSON", "value", (told) => ({
    ...told,
    timeOrigin: moved(told.timeOrigin),
    ...(told.timing && { timing: timings(told.timing) }),
  }));
  const { prototype: timing } = PerformanceTiming;
  for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(timing))) if (get) seen(timing, name, "get", moved);
  seen(timing, "toJSON", "value", timings);
  const two = (number) => String(number).padStart(2, "0");
  seen(Document.prototype, "lastModified", "get", (text) => {
    const at = new Real(new Real(text).getTime() + shift);
    const [day, time] = [[at.getMonth() + 1, at.getDate(), at.getFullYear()], [at.getHours(), at.getMinutes(), at.getSeconds()]];
    return `${day.map(two).join("/")} ${time.map(two).join(":")}`;
  });
  // Files that the page made have the time that it gave them.
  const made = new WeakSet();
  const RealFile = File;
  const ShiftedFile = new Proxy(RealFile, {
    __proto__: null,
    construct: (_, parts, by) => {
      const [bits, name, options] = parts;
      const whole = parts.length < 2 ? parts : [bits, name, { ...options, lastModified: options?.lastModified ?? now() }];
      const file = Reflect.construct(RealFile, whole, by);
      made.add(file);
      return file;
    },
  });
  RealFile.prototype.constructor = ShiftedFile;
  globalThis.File = ShiftedFile;
  seen(RealFile.prototype, "lastModified", "get", (time, file) => (made.has(file) ? time : time + shift));
}
