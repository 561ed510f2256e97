// Knows whether the page still has work under way: short timers and requests. Our own world asks by a cancelable
// event whose name the page does not know; a cancelled event means busy. What the page does to the natives later on
// changes nothing here: they are taken before its first script.
({ event, longest }) => {
  const { apply } = Reflect;
  const then = Promise.prototype.then;
  const listen = EventTarget.prototype.addEventListener;
  const { preventDefault } = Event.prototype;
  const timers = Object.create(null);
  let waiting = 0;
  let requests = 0;
  const setTimer = setTimeout.bind(globalThis);
  const clearTimer = clearTimeout.bind(globalThis);
  const over = (timer) => {
    if (timers[timer]) waiting -= 1;
    delete timers[timer];
  };
  globalThis.setTimeout = (work, delay = 0, ...values) => {
    const timer = setTimer(() => {
      over(timer);
      if (typeof work === "function") work(...values);
      else (0, eval)(work);
    }, delay);
    if (!(delay > longest)) {
      timers[timer] = true;
      waiting += 1;
    }
    return timer;
  };
  globalThis.clearTimeout = globalThis.clearInterval = (timer) => {
    over(timer);
    clearTimer(timer);
  };
  const answered = () => {
    requests -= 1;
  };
  const request = fetch;
  globalThis.fetch = function (...values) {
    requests += 1;
    const answer = apply(request, this, values);
    apply(then, answer, [answered, answered]);
    return answer;
  };
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (...values) {
    requests += 1;
    apply(listen, this, ["loadend", answered, { once: true }]);
    return apply(send, this, values);
  };
  // The page is asked for all of its frames at once; one of another origin answers for itself, and is not asked.
  const asked = () => {
    try {
      return top.document;
    } catch {
      return document;
    }
  };
  apply(listen, asked(), [
    event,
    (question) => {
      if (waiting || requests) apply(preventDefault, question, []);
    },
  ]);
}
