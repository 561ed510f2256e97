// Watches the page for changes, waits until it has settled, and says whether it is still at work.
({ busyEvent, lateEvent, late, working }) => {
  const { bench } = globalThis;
  if (bench.settle) return;
  const { plain, typeOf, page } = bench;
  const STEP = 8;
  const MOST_FLASHES = 200;
  let [changed, looked] = [performance.now(), performance.now()];

  // The texts in a node, or itself, which pass a test and can be seen.
  const seenTexts = (node, sight, test) => {
    const texts = typeOf(node) === 3 ? [node] : [];
    for (const walker = page.createTreeWalker(node, NodeFilter.SHOW_TEXT); walker.nextNode(); ) texts.push(walker.currentNode);
    const isSeen = (text, element) => test.test(text.data) && element !== null && bench.isReadable(text, element, sight);
    return texts.filter((text) => isSeen(text, bench.above(text))).map((text) => text.data);
  };
  // Added nodes whose words could not be seen so far: a toast is often put in first and shown a moment later.
  const unseen = new Set();
  const noteFlashes = () => {
    const sight = bench.newSight();
    for (const node of unseen) {
      const words = bench.isThere(node) ? seenTexts(node, sight, /\S/) : [];
      // Of a form that is drawn anew each text is a message by itself.
      const isForm = typeOf(node) === 1 && plain(node).querySelector("input, select, textarea");
      bench.flashes.push(...(isForm ? words : [words.join("")]).map((said) => said.trim()).filter(Boolean).slice(0, MOST_FLASHES - bench.flashes.length));
      if (words.length || !bench.isThere(node)) unseen.delete(node);
    }
  };
  const observer = new MutationObserver((records) => {
    changed = performance.now();
    // What the parser adds is the page itself.
    const added = page.readyState === "loading" ? [] : records;
    for (const node of added.flatMap(({ type, target, addedNodes }) => (type === "characterData" ? target : [...addedNodes]))) {
      const words = (plain(node).textContent ?? "").trim();
      if (words && words.length < 400 && unseen.size + bench.flashes.length < MOST_FLASHES) unseen.add(node);
    }
    noteFlashes();
  });
  const onInvalid = (event) => {
    if (bench.invalid.length < 50) bench.invalid.push(event.target.validationMessage ?? "");
  };
  // The button that was pressed last.
  let pressed;
  const onClick = (event) => {
    const elements = event.composedPath().filter((node) => node !== globalThis && typeOf(node) === 1);
    pressed = elements.find((element) => plain(element).matches("button, input, [role=button]"));
  };
  const watched = new Set();
  // A document that is written anew loses its listeners; listening twice is listening once.
  const listen = () => {
    for (const tree of watched) plain(tree).addEventListener("invalid", onInvalid, true);
    addEventListener("click", onClick, true);
  };
  // Watches trees that are new to us. Returns whether there were any.
  const isGrowing = () => {
    const fresh = bench.trees().filter((tree) => !watched.has(tree));
    for (const tree of fresh) {
      watched.add(tree);
      observer.observe(tree, { subtree: true, childList: true, attributes: true, characterData: true });
    }
    listen();
    return fresh.length > 0;
  };
  // The page's own world answers by cancelling the event (natives.js).
  const asks = (event) => !page.fonts.dispatchEvent(new Event(event, { cancelable: true }));
  isGrowing();

  bench.hasChangedSince = (moment) => changed > moment;
  // Begins an action: what was heard before is about another one.
  bench.mark = () => {
    listen();
    bench.invalid.length = 0;
    bench.flashes.length = 0;
    unseen.clear();
  };
  const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  // Resolves to whether the page came to rest: nothing under way and nothing changed for `quiet` ms, within `cap` ms.
  bench.settle = async (quiet, cap) => {
    const start = performance.now();
    let [last, rested] = [start, 0];
    while (true) {
      const now = performance.now();
      noteFlashes();
      // A page that was kept from running has not rested.
      rested = (changed > last ? 0 : rested) + Math.min(now - Math.max(changed, last), 2 * STEP);
      last = now;
      if (rested >= quiet && isGrowing()) rested = 0;
      if (rested >= quiet && page.readyState !== "loading" && !asks(busyEvent)) return true;
      if (now - start > cap) return false;
      await later(STEP);
    }
  };

  const WORDS = new RegExp(`^(?=[^]{4,40}$)(\\W*(${late.join("|")})\\b|\\W*(${working.join("|")})ing\\s?(…|\\.\\.\\.))`, "i");
  const BUSY = "[aria-busy=true], [role=progressbar]:not([aria-valuenow]), progress:not([value])";
  const looksBusy = (tree) => Array.from(plain(tree).querySelectorAll(BUSY)).some(bench.isShown) || seenTexts(tree, bench.newSight(), WORDS).length > 0;
  // Signs that the page will show more, by name.
  const signs = {
    work: () => asks(lateEvent),
    pressed: () => pressed && bench.isThere(pressed) && plain(pressed).matches(":disabled, [aria-disabled=true]"),
    busy: () => bench.trees().some(looksBusy),
    shown: () => signs.work() && signs.busy(),
  };
  // Notes that the page is looked at now. Returns the signs for which a person would wait before a next action: the page
  // is at work and shows it, or has disabled what was pressed last, as buttons are until an answer has come.
  bench.looking = () => {
    looked = performance.now();
    listen();
    return signs.work() ? ["shown", "pressed"].filter((name) => signs[name]()) : [];
  };
  // Waits until none of the signs asked for is left, at most `cap` ms. Resolves to whether there was one, or something
  // changed since the last look, and to those that are left.
  bench.finish = async (cap, asked) => {
    const start = performance.now();
    let isOther = changed > looked;
    while (asked.some((name) => signs[name]()) && performance.now() - start < cap) {
      isOther = true;
      await later(60);
    }
    return { isOther, left: asked.filter((name) => signs[name]()) };
  };
}
