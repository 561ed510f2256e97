// Knows whether the page still has work under way: short timers and requests. Our own world asks by a cancelable
// event whose name the page does not know; a cancelled event means busy.
({ event, longest }) => {
  const timers = new Set();
  let requests = 0;
  const setTimer = setTimeout.bind(globalThis);
  const clearTimer = clearTimeout.bind(globalThis);
  globalThis.setTimeout = (work, delay = 0, ...values) => {
    const timer = setTimer(() => {
      timers.delete(timer);
      if (typeof work === "function") work(...values);
      else (0, eval)(work);
    }, delay);
    if (!(delay > longest)) timers.add(timer);
    return timer;
  };
  globalThis.clearTimeout = globalThis.clearInterval = (timer) => {
    timers.delete(timer);
    clearTimer(timer);
  };
  const request = fetch;
  globalThis.fetch = function (...values) {
    requests += 1;
    return request.apply(this, values).finally(() => (requests -= 1));
  };
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (...values) {
    requests += 1;
    this.addEventListener("loadend", () => (requests -= 1), { once: true });
    return send.apply(this, values);
  };
  document.addEventListener(event, (question) => {
    if (timers.size || requests) question.preventDefault();
    question.stopImmediatePropagation();
  });
}
