// Lets the first native dialogs of a document through; a storm of them would keep the judge answering until its time is
// up. Further ones are dismissed unseen, as browsers offer to do; a loop that waits for none is then an endless loop.
(limit) => {
  const { apply } = Reflect;
  let opened = 0;
  const capped = (name, dismissed) => {
    const original = globalThis[name];
    globalThis[name] = (...values) => {
      opened += 1;
      return opened > limit ? dismissed : apply(original, globalThis, values);
    };
  };
  capped("alert", undefined);
  capped("confirm", false);
  capped("prompt", null);
}
