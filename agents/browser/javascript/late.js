// Whether a page may still be about to show something, beyond what every look waits for, and waiting until it is done.
// Asked only where something is missing.
({ lateEvent, late, working }) => {
  const { bench } = globalThis;
  if (bench.finish) return;
  const STEP = 60;
  const MOST_LETTERS = 40;
  const WORDS = new RegExp(`^\\W*(${late.join("|")})\\b|^\\W*(${working.join("|")})ing\\s?(…|\\.\\.\\.)`, "i");
  const BUSY = "[aria-busy=true]";
  const SPINNER = "[role=progressbar]:not([aria-valuenow]), progress:not([value])";
  let pressed = null;
  const note = (event) => {
    pressed = event.composedPath().find((node) => node !== globalThis && bench.typeOf(node) === 1 && bench.plain(node).matches("button, input, [role=button]")) ?? null;
  };
  const isOff = (element) => bench.plain(element).matches(":disabled, [aria-disabled=true]");
  const anywhere = (isSo) => bench.trees().trees.some((tree) => isSo(bench.plain(tree), tree));
  const isShown = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && bench.plain(element).checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const shows = (selector) => anywhere((tree) => [...tree.querySelectorAll(selector)].some(isShown));
  const says = (tree, root) => {
    const walker = bench.page.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const known = new Map();
    while (walker.nextNode()) {
      const { data } = walker.currentNode;
      if (data.length < 4 || data.length > MOST_LETTERS || !WORDS.test(data)) continue;
      if (bench.isSeen(walker.currentNode, known)) return true;
    }
    return false;
  };
  // By name, from what is known at once to what has to be looked for.
  const signs = {
    work: () => !bench.page.fonts.dispatchEvent(new Event(lateEvent, { cancelable: true })),
    pressed: () => pressed !== null && bench.isThere(pressed) && isOff(pressed),
    busy: () => shows(BUSY),
    spinner: () => shows(SPINNER),
    words: () => anywhere(says),
  };
  signs.shown = () => signs.work() && (signs.busy() || signs.spinner() || signs.words());
  // Listening twice is listening once, and a document that is written anew loses its listeners.
  const heed = () => addEventListener("click", note, true);
  heed();
  let looked = performance.now();
  // Notes that the page is looked at now. Says for which signs a person would wait before doing more, while the page is
  // at work: that it shows so, or that what was pressed last is disabled, as buttons are until an answer has come.
  bench.looking = () => {
    looked = performance.now();
    heed();
    return signs.work() ? ["shown", "pressed"].filter((name) => signs[name]()) : [];
  };
  // Waits until none of the signs asked for is left, at most `cap` ms. Resolves to whether there was one, or
  // something changed since the last look, and to those that are there still.
  bench.finish = (cap, asked) =>
    new Promise((resolve) => {
      const start = performance.now();
      let isOther = bench.changed() > looked;
      const look = () => {
        const isOver = performance.now() - start >= cap;
        const left = isOver ? asked.filter((name) => signs[name]()) : [asked.find((name) => signs[name]())].filter(Boolean);
        if (left.length === 0 || isOver) return resolve({ isOther, left });
        isOther = true;
        setTimeout(look, STEP);
      };
      look();
    });
}
