// Lets the first calls to the console pass, objects flattened to strings; a flood would drown the driver. Errors are
// counted by themselves: what is said before them must not hide them.
(limit) => {
  const { apply } = Reflect;
  const text = String;
  const calls = { errors: 0, others: 0 };
  for (const method of ["log", "info", "debug", "warn", "error", "dir", "table", "trace", "group", "groupEnd", "count", "assert"]) {
    const original = console[method];
    if (!original) continue;
    const count = method === "error" ? "errors" : "others";
    const call = (native, self, values) => {
      if (calls[count]++ >= limit) return;
      for (let i = 0; i < values.length; i += 1) {
        if (typeof values[i] === "object" && values[i] !== null) values[i] = text(values[i]);
      }
      apply(native, console, values);
    };
    console[method] = new Proxy(original, { __proto__: null, apply: call });
  }
}
