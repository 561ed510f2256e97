// Takes what the driver put into the page out of the list of its globals; it goes on working by name.
() => {
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (/^__(pw|playwright)/.test(name)) Object.defineProperty(globalThis, name, { enumerable: false });
}
