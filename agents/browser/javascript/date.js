// Starts the page's calendar at a fixed moment, counted on from the task's own start so that a reload does not turn it back.
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
}
