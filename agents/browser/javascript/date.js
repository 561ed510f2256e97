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

  // A call of a method or a setter, with other values than it was given.
  const given = (prototype, name, kind, valued) => {
    const found = Object.getOwnPropertyDescriptor(prototype, name);
    const apply = (call, from, parts) => Reflect.apply(call, from, valued(parts));
    Object.defineProperty(prototype, name, { ...found, [kind]: new Proxy(found[kind], { __proto__: null, apply }) });
  };
  // Without a date, a format tells today's.
  const dated = ([date]) => [date === undefined ? now() : date];
  const formats = new WeakMap();
  seen(Intl.DateTimeFormat.prototype, "format", "get", (format, from) => {
    if (!formats.has(from)) {
      const apply = (call, self, parts) => Reflect.apply(call, self, dated(parts));
      formats.set(from, new Proxy(format, { __proto__: null, apply }));
    }
    return formats.get(from);
  });
  given(Intl.DateTimeFormat.prototype, "formatToParts", "value", dated);
  const { Now } = globalThis.Temporal ?? {};
  if (Now) {
    const { zonedDateTimeISO } = Now;
    const later = (time) => time.add({ milliseconds: shift });
    seen(Now, "instant", "value", later);
    for (const [name, part] of [["plainDateTimeISO", "toPlainDateTime"], ["plainDateISO", "toPlainDate"], ["plainTimeISO", "toPlainTime"]]) {
      const apply = (_, from, parts) => later(Reflect.apply(zonedDateTimeISO, from, parts))[part]();
      Object.defineProperty(Now, name, { value: new Proxy(Now[name], { __proto__: null, apply }) });
    }
    seen(Now, "zonedDateTimeISO", "value", later);
  }
  // The browser keeps cookies by its own clock. What it would not read as a date of one is left as it is.
  const EXPIRES = /(;\s*expires\s*=)([^;]*)/gi;
  const DATE = /\d:\d\d?:\d.*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec).*\d:\d\d?:\d/i;
  const onOurs = (whole, name, said) => {
    const at = new Real(DATE.test(said) ? Real.parse(said) - shift : NaN);
    return Number.isNaN(at.getTime()) ? whole : `${name}${at.toUTCString()}`;
  };
  given(Document.prototype, "cookie", "set", ([text]) => [`${text}`.replace(EXPIRES, onOurs)]);
  const keeping = ([first, ...rest]) => [typeof first?.expires === "number" ? { ...first, expires: first.expires - shift } : first, ...rest];
  if (globalThis.CookieStore) given(CookieStore.prototype, "set", "value", keeping);
}
