// Runs in a world of our own: the page can neither see nor change what is here. Watches for changes and settles.
(busyEvent) => {
  const { bench } = globalThis;
  if (bench.settle) return;
  let changed = performance.now();
  // Nodes whose words could not be seen so far: a toast is often put in first and shown a moment later.
  const unseen = new Set();
  const seenWords = (node) => {
    const texts = [];
    if (bench.typeOf(node) === 3) texts.push(node);
    else for (const walker = bench.page.createTreeWalker(node, NodeFilter.SHOW_TEXT); walker.nextNode(); ) texts.push(walker.currentNode);
    const shown = texts.filter((text) => {
      const parent = /\S/.test(text.data) && bench.above(text);
      return parent && bench.isSeen(parent);
    });
    return shown.map((text) => text.data).join("").trim();
  };
  const isBrief = (node) => {
    const words = (bench.plain(node).textContent ?? "").trim();
    return words && words.length < 400;
  };
  const tell = () => {
    for (const node of unseen) {
      const words = bench.plain(node).isConnected ? seenWords(node) : "";
      if (words && bench.flashes.length < 200) bench.flashes.push(words);
      if (words || !bench.plain(node).isConnected) unseen.delete(node);
    }
  };
  new MutationObserver((records) => {
    changed = performance.now();
    // What the parser brings is the page itself.
    if (bench.page.readyState === "loading") return;
    for (const record of records) {
      const nodes = record.type === "characterData" ? [record.target] : record.addedNodes;
      for (const node of nodes) if (unseen.size + bench.flashes.length < 200 && isBrief(node)) unseen.add(node);
    }
    tell();
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
    unseen.clear();
  };
  // Resolves to whether the page came to rest: for `quiet` ms from now nothing under way and nothing changed, within
  // `cap` ms.
  bench.settle = (quiet, cap) =>
    new Promise((resolve) => {
      const start = performance.now();
      const look = () => {
        const now = performance.now();
        tell();
        if (now - Math.max(changed, start) >= quiet && !isBusy()) resolve(true);
        else if (now - start > cap) resolve(false);
        else setTimeout(look, 8);
      };
      look();
    });
}
