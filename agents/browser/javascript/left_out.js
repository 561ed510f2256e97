// What a look had no room for: of everything left out that can be seen, only its kinds are noted, so that a verdict may
// know whether what it misses could be there. Kinds are roles, "clickable", "text", and "any" where not even they are known.
// Frames that nobody can look into are listed beside them: agents/browser/frames.py asks whether anything was loaded there.
(limits) => {
  const bench = globalThis.bench;
  if (bench.leftOut) return;
  const UNSEEN = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "LINK", "META", "TITLE", "BR", "OPTION"]);
  const isShown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    Array.from(element.getClientRects()).some((box) => box.width > 1 && box.height > 1);
  const hasText = (element) =>
    Array.prototype.some.call(element.childNodes, (child) => bench.typeOf(child) === 3 && child.data.trim());

  bench.leftOut = () => {
    const kinds = new Set();
    // Of each frame, where its record is (-1: it has none) and what is known of it from here; the frames themselves.
    const frames = [];
    const foreign = (bench.foreign = []);
    const noteFrame = (frame, index) => {
      const state = bench.plain(frame).contentDocument ? (bench.mayCome(frame) ? "coming" : "empty") : "foreign";
      frames.push([index, state]);
      if (state === "foreign") foreign.push(frame);
    };
    const makes = new Set();
    // Elements of one make have one cursor; asking each of a hundred thousand takes seconds.
    const isClickable = (element, node) => {
      if (element.hasAttribute("onclick") || element.hasAttribute("tabindex")) return true;
      const make = `${element.tagName} ${element.getAttribute("class")} ${element.getAttribute("style")}`;
      if (makes.has(make)) return false;
      makes.add(make);
      return getComputedStyle(node).cursor === "pointer";
    };
    let began = 0;
    let count = 0;
    const note = (kind, element) => {
      if (kind && !kinds.has(kind) && isShown(element)) kinds.add(kind);
    };
    const scan = (node) => {
      const element = bench.plain(node);
      if ((++count & 63) === 0 && performance.now() - began > limits.milliseconds) kinds.add("any");
      if (kinds.has("any") || UNSEEN.has(element.tagName)) return;
      note(bench.roleOf(element), element);
      if (!kinds.has("text") && hasText(element)) note("text", element);
      if (!kinds.has("clickable") && isClickable(element, node)) note("clickable", element);
      if (bench.isFrame(element, element.tagName)) {
        const inner = bench.documentIn(element);
        const root = inner && bench.plain(inner).documentElement;
        if (root) scan(root);
        else if (!inner && isShown(element)) noteFrame(node, -1);
        return;
      }
      for (const child of element.shadowRoot?.childNodes ?? element.childNodes) if (bench.typeOf(child) === 1) scan(child);
    };
    return {
      kinds,
      frames,
      noteFrame,
      scan: (node) => {
        began ||= performance.now();
        scan(node);
      },
    };
  };
}
