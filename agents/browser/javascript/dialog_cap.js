// Lets the first native dialogs of a document through; a storm of them would keep the judge answering until its time is
// up. Further ones are dismissed unseen, as browsers offer to do; a loop that waits for none is then an endless loop.
(limit) => {
  const { apply } = Reflect;
  let opened = 0;
  const capped = (name, dismissed) => {
    const call = (native, self, values) => {
      opened += 1;
      return opened > limit ? dismissed : apply(native, globalThis, values);
    };
    globalThis[name] = new Proxy(globalThis[name], { __proto__: null, apply: call });
  };
  capped("alert", undefined);
  capped("confirm", false);
  capped("prompt", null);
}
