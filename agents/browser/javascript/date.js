// Starts the page's calendar at a fixed moment, counted on from the task's own start so that a reload does not turn it back.
({ epoch, started }) => {
  const Real = Date;
  const shift = epoch - started;
  const now = () => Real.now() + shift;
  const Shifted = function (...parts) {
    if (!new.target) return new Real(now()).toString();
    return Reflect.construct(Real, parts.length ? parts : [now()], new.target);
  };
  Shifted.prototype = Real.prototype;
  Shifted.prototype.constructor = Shifted;
  Object.setPrototypeOf(Shifted, Real);
  Shifted.now = now;
  globalThis.Date = Shifted;
}
