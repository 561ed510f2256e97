// Lets the first calls to the console pass, objects flattened to strings; a flood would drown the driver.
(limit) => {
  const { apply } = Reflect;
  const text = String;
  let calls = 0;
  for (const method of ["log", "info", "debug", "warn", "error", "dir", "table", "trace", "group", "groupEnd", "count", "assert"]) {
    const original = console[method];
    if (!original) continue;
    const call = (native, self, values) => {
      if (calls++ >= limit) return;
      for (let i = 0; i < values.length; i += 1) {
        if (typeof values[i] === "object" && values[i] !== null) values[i] = text(values[i]);
      }
      apply(native, console, values);
    };
    console[method] = new Proxy(original, { __proto__: null, apply: call });
  }
}
