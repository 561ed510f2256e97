// The trees that a page is made of: its document, those of its frames, and open shadow roots. What a frame shows counts
// as part of the page; of a frame of another origin, or a sandboxed one, nobody can know what it shows.
(longest) => {
  const bench = globalThis.bench;
  if (bench.trees) return;
  const { getter, plain, typeOf, parentOf } = bench;
  const FRAMES = new Set(["IFRAME", "FRAME", "OBJECT"]);
  const PICTURE_ADDRESS = /^data:image\/|^https?:[^?#]*\.(a?png|jpe?g|gif|webp|avif|bmp|ico|svg)([?#]|$)/i;
  const WITHOUT_ADDRESS = /^\s*(about:|javascript:|$)/i;
  const ownerDocument = getter(Node.prototype, "ownerDocument");
  const shadowRoot = getter(Element.prototype, "shadowRoot");

  // The document that a node belongs to, as bench.plain gives it.
  bench.pageOf = (node) => {
    const owner = ownerDocument(node) ?? node;
    return owner === document ? bench.page : plain(owner);
  };
  // Whether an embed element shows a picture. Of SVG the type alone does not say so: whatever comes is shown as a page.
  bench.embedsPicture = (element) => {
    const type = element.getAttribute("type") ?? "";
    if (type && !/^image\//i.test(type)) return false;
    if (type && !/^image\/svg/i.test(type)) return true;
    return PICTURE_ADDRESS.test(element.src) || element.getSVGDocument() !== null;
  };
  // An object without a window of its own shows a picture, or what stands inside of it.
  bench.isFrame = (element, tag) => {
    if (tag === "EMBED") return !bench.embedsPicture(element);
    return FRAMES.has(tag) && (tag !== "OBJECT" || element.contentWindow !== null);
  };
  // A frame begins with an empty document, until what it is to show has come.
  const isWaiting = (frame, page) => {
    if (page.URL !== "about:blank") return false;
    return frame.hasAttribute("srcdoc") || !WITHOUT_ADDRESS.test(frame.getAttribute("src") ?? frame.getAttribute("data") ?? "");
  };
  // Hosts whose pages can be fetched: the judge's browser reaches nothing else.
  const HERE = /^(127\.0\.0\.1|localhost|.+\.localhost|\[::1\])$/;
  const canBeFetched = (frame) => {
    if (frame.hasAttribute("srcdoc")) return true;
    const { protocol, hostname } = URL.parse(frame.src, frame.baseURI) ?? {};
    return protocol === "http:" || protocol === "https:" ? HERE.test(hostname) : protocol === "data:" || protocol === "blob:";
  };
  // What a frame shows: null when it cannot be known, or has not come yet.
  bench.documentIn = (frame) => {
    const inner = frame.contentDocument ?? null;
    return inner && isWaiting(frame, plain(inner)) ? null : inner;
  };
  const frameOf = (page) => (page === document ? null : plain(page).defaultView?.frameElement ?? null);
  const holderOf = (tree) => {
    const type = typeOf(tree);
    if (type === 11) return tree.host ?? null;
    return type === 9 ? frameOf(tree) : null;
  };
  // What an element stands in, out of its shadow and its frame too.
  bench.above = (element) => {
    const parent = parentOf(element);
    return parent && (typeOf(parent) === 1 ? parent : holderOf(parent));
  };
  bench.holds = (element, inner) => {
    for (let node = inner; node; node = parentOf(node) ?? holderOf(node)) if (node === element) return true;
    return false;
  };
  // Whether a node is in the page still: what is in a frame goes with its frame.
  bench.isThere = (node) => plain(node).isConnected && bench.pageOf(node).defaultView !== null;

  // Where a document lies in the window: its origin, its scale, and the part of the window that shows it.
  bench.placeOf = (page) => {
    const view = page.defaultView;
    const frame = view.frameElement;
    if (!frame) return { x: 0, y: 0, scale: 1, left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const outer = bench.placeOf(bench.pageOf(frame));
    const box = frame.getBoundingClientRect();
    const style = getComputedStyle(frame);
    const shrunk = frame.offsetWidth ? box.width / frame.offsetWidth : 1;
    const scale = outer.scale * shrunk;
    const x = outer.x + outer.scale * box.x + scale * (frame.clientLeft + parseFloat(style.paddingLeft));
    const y = outer.y + outer.scale * box.y + scale * (frame.clientTop + parseFloat(style.paddingTop));
    const [right, bottom] = [x + scale * view.innerWidth, y + scale * view.innerHeight];
    return {
      x, y, scale,
      left: Math.max(outer.left, x), top: Math.max(outer.top, y),
      right: Math.min(outer.right, right), bottom: Math.min(outer.bottom, bottom),
    };
  };
  // A rectangle of a document as it lies in the window.
  bench.placed = (box, at) => new DOMRect(at.x + at.scale * box.x, at.y + at.scale * box.y, at.scale * box.width, at.scale * box.height);

  const deepestIn = (tree, x, y) => {
    const hit = tree.elementFromPoint(x, y);
    const inside = hit && shadowRoot(hit);
    const inner = inside && inside !== tree && deepestIn(inside, x, y);
    return inner || hit;
  };
  // The element that a press on a point of the window reaches.
  bench.deepest = (x, y) => {
    let hit = deepestIn(bench.page, x, y);
    while (hit && bench.isFrame(hit, plain(hit).tagName)) {
      const inner = bench.documentIn(hit);
      const page = inner && plain(inner);
      const at = page && bench.placeOf(page);
      const deeper = at && deepestIn(page, (x - at.x) / at.scale, (y - at.y) / at.scale);
      if (!deeper) break;
      hit = deeper;
    }
    return hit;
  };
  // The focused element with all that it stands in the shadow or the frame of.
  bench.focused = () => {
    const chain = new Set();
    for (let tree = bench.page; tree; ) {
      const element = tree.activeElement;
      if (!element || chain.has(element)) break;
      const node = plain(element);
      if (node.tagName !== "BODY" || node.isContentEditable) chain.add(element);
      const inner = bench.isFrame(node, node.tagName) && bench.documentIn(node);
      tree = inner ? plain(inner) : shadowRoot(element);
    }
    return chain;
  };

  const awaited = new WeakMap();
  // Whether a frame is still waited for; what does not come, as a download, is not waited for twice.
  const isAwaited = (frame) => {
    const now = performance.now();
    if (!awaited.has(frame)) awaited.set(frame, now);
    return now - awaited.get(frame) < longest;
  };
  // Whether something may still come into a frame that shows nothing so far: what the browser refuses to load, as files of
  // the visitor's own, or takes for a download, never does.
  bench.mayCome = (node) => {
    const frame = plain(node);
    if (frame.loading === "lazy") return canBeFetched(frame);
    return bench.pageOf(node).readyState !== "complete" || isAwaited(node);
  };
  // All trees that can be seen into, and whether another is about to come.
  bench.trees = () => {
    const trees = [document];
    let isComing = false;
    for (const tree of trees) {
      for (const element of plain(tree).querySelectorAll("*")) {
        const inside = shadowRoot(element);
        if (inside) trees.push(inside);
      }
      for (const frame of plain(tree).querySelectorAll("iframe, frame, object")) {
        const inner = frame.contentDocument;
        if (!inner) continue;
        if (!isWaiting(frame, plain(inner))) trees.push(inner);
        else isComing ||= isAwaited(frame);
        isComing ||= plain(inner).readyState === "loading";
      }
    }
    return { trees, isComing };
  };
}
