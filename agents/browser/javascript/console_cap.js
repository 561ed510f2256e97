// Lets the first calls to the console pass, objects flattened to strings; a flood would drown the driver.
(limit) => {
  let calls = 0;
  const flat = (value) => (typeof value === "object" && value !== null ? String(value) : value);
  for (const method of ["log", "info", "debug", "warn", "error", "dir", "table", "trace", "group", "groupEnd", "count", "assert"]) {
    const original = console[method];
    if (!original) continue;
    console[method] = (...values) => {
      if (calls++ < limit) original.apply(console, values.map(flat));
    };
  }
}
