// Runs in a world of our own: the page can neither see nor change what is here. Watches for changes and settles.
(busyEvent) => {
  const { bench } = globalThis;
  if (bench.settle) return;
  let changed = performance.now();
  const heard = (node) => {
    const words = (bench.plain(node).textContent ?? "").trim();
    if (words && words.length < 400 && bench.flashes.length < 200) bench.flashes.push(words);
  };
  new MutationObserver((records) => {
    changed = performance.now();
    for (const record of records) {
      if (bench.flashes.length >= 200) break;
      if (record.type === "characterData") heard(record.target);
      else for (const node of record.addedNodes) heard(node);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  bench.page.addEventListener(
    "invalid",
    (event) => {
      if (bench.invalid.length < 50) bench.invalid.push(event.target.validationMessage ?? "");
    },
    true,
  );
  const isBusy = () =>
    bench.page.readyState === "loading" || !bench.page.dispatchEvent(new Event(busyEvent, { cancelable: true }));
  // What was heard is about the last action alone.
  bench.mark = () => {
    bench.invalid.length = 0;
    bench.flashes.length = 0;
  };
  // Resolves to whether the page came to rest: for `quiet` ms from now nothing under way and nothing changed, within
  // `cap` ms.
  bench.settle = (quiet, cap) =>
    new Promise((resolve) => {
      const start = performance.now();
      const look = () => {
        const now = performance.now();
        if (now - Math.max(changed, start) >= quiet && !isBusy()) resolve(true);
        else if (now - start > cap) resolve(false);
        else setTimeout(look, 8);
      };
      look();
    });
}
