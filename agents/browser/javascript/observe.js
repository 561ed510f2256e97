// Runs in a world of our own: the page can neither see nor change what is here. Watches for changes and settles.
({ busyEvent, longest }) => {
  const { bench } = globalThis;
  if (bench.settle) return;
  const STEP = 8;
  const LONGEST_STEP = 2 * STEP;
  let changed = performance.now();
  let hasTrees = false;
  // When something changed last.
  bench.changed = () => changed;
  // Nodes whose words could not be seen so far: a toast is often put in first and shown a moment later.
  const unseen = new Set();
  // In one text where a message may be in several parts; of a form that is drawn anew each text says something else.
  const seenWords = (node, known) => {
    const texts = [];
    if (bench.typeOf(node) === 3) texts.push(node);
    else for (const walker = bench.page.createTreeWalker(node, NodeFilter.SHOW_TEXT); walker.nextNode(); ) texts.push(walker.currentNode);
    const shown = texts.filter((text) => /\S/.test(text.data) && bench.isSeen(text, known));
    const words = shown.map((text) => text.data.trim());
    const isForm = bench.typeOf(node) === 1 && bench.plain(node).querySelector("input, select, textarea");
    return isForm ? words : [shown.map((text) => text.data).join("").trim()].filter(Boolean);
  };
  const isBrief = (node) => {
    const words = (bench.plain(node).textContent ?? "").trim();
    return words && words.length < 400;
  };
  const tell = () => {
    const known = new Map();
    for (const node of unseen) {
      const words = bench.isThere(node) ? seenWords(node, known) : [];
      bench.flashes.push(...words.slice(0, 200 - bench.flashes.length));
      if (words.length || !bench.isThere(node)) unseen.delete(node);
    }
  };
  const observer = new MutationObserver((records) => {
    changed = performance.now();
    for (const record of records) {
      // What the parser brings is the page itself.
      if (bench.pageOf(record.target).readyState === "loading") continue;
      const nodes = record.type === "characterData" ? [record.target] : record.addedNodes;
      for (const node of nodes) if (unseen.size + bench.flashes.length < 200 && isBrief(node)) unseen.add(node);
    }
    tell();
  });
  const onInvalid = (event) => {
    if (bench.invalid.length < 50) bench.invalid.push(event.target.validationMessage ?? "");
  };
  // Documents of frames that are about to show something else.
  const leaving = new WeakMap();
  const onLeaving = (page) => (event) => {
    if (!event.destination.sameDocument && event.downloadRequest === null) leaving.set(page, performance.now());
  };
  const watched = new WeakSet();
  const watch = (tree) => {
    watched.add(tree);
    observer.observe(tree, { subtree: true, childList: true, attributes: true, characterData: true });
    bench.plain(tree).addEventListener("invalid", onInvalid, true);
    if (bench.typeOf(tree) === 9 && tree !== document) bench.plain(tree).defaultView.navigation?.addEventListener("navigate", onLeaving(tree));
  };
  // Whether trees came to light that were not watched before, or are about to come.
  const isGrowing = () => {
    const { trees, isComing } = bench.trees();
    const fresh = trees.filter((tree) => !watched.has(tree));
    fresh.forEach(watch);
    hasTrees = trees.length > 1;
    return isComing || fresh.length > 0 || trees.some((tree) => performance.now() - leaving.get(tree) < longest);
  };
  isGrowing();
  const isBusy = () =>
    bench.page.readyState === "loading" || !bench.page.fonts.dispatchEvent(new Event(busyEvent, { cancelable: true }));
  // What was heard is about the last action alone.
  bench.mark = () => {
    // Listening twice is listening once, and a document that was written anew lost its listeners.
    bench.page.addEventListener("invalid", onInvalid, true);
    bench.invalid.length = 0;
    bench.flashes.length = 0;
    unseen.clear();
  };
  // Resolves to whether the page came to rest: for `quiet` ms from now nothing under way and nothing changed, within
  // `cap` ms.
  bench.settle = (quiet, cap) =>
    new Promise((resolve) => {
      const start = performance.now();
      let last = start;
      let rested = 0;
      const look = () => {
        const now = performance.now();
        tell();
        // A page that was kept from running has not rested.
        rested = (changed > last ? 0 : rested) + Math.min(now - Math.max(changed, last), LONGEST_STEP);
        last = now;
        // What goes on in a frame is known only once the frame is, and one that leaves takes that with it.
        if (hasTrees && isGrowing()) rested = 0;
        const isQuiet = rested >= quiet && !isBusy();
        if (isQuiet && (hasTrees || !isGrowing())) resolve(true);
        else if (now - start > cap) resolve(false);
        else {
          if (isQuiet) rested = 0;
          setTimeout(look, STEP);
        }
      };
      look();
    });
}
