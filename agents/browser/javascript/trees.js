// The base of our own world, where no script of the page can reach: nodes read past what a page put over them, and the
// trees that a page is made of: its document, those of its frames, and open shadow roots. What a frame shows counts as
// part of the page; of a frame of another origin, or a sandboxed one, nobody can know what it shows.
(longest) => {
  if (Object.hasOwn(globalThis, "bench")) return;
  const bench = { elements: [], invalid: [], flashes: [] };
  Object.defineProperty(globalThis, "bench", { value: bench });

  const getter = (prototype, name) => {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name);
    return (node) => Reflect.apply(get, node, []);
  };
  const typeOf = getter(Node.prototype, "nodeType");
  const parentOf = getter(Node.prototype, "parentNode");
  const ownerDocument = getter(Node.prototype, "ownerDocument");
  const localName = getter(Element.prototype, "localName");
  const shadowRoot = getter(Element.prototype, "shadowRoot");
  const read = (node, key) => {
    for (let source = Object.getPrototypeOf(node); source; source = Object.getPrototypeOf(source)) {
      const found = Object.getOwnPropertyDescriptor(source, key);
      if (found?.get) return Reflect.apply(found.get, node, []);
      if (found) return typeof found.value === "function" ? found.value.bind(node) : found.value;
    }
    return undefined;
  };
  // A node with the properties that the browser gave it: the fields of a form hide its properties of the same name, and
  // so do named elements those of the document. For reading and calling alone; the node itself is handed on and compared.
  const plain = (node) => {
    const type = typeOf(node);
    return type === 9 || (type === 1 && localName(node) === "form") ? new Proxy(node, { get: read }) : node;
  };
  const page = plain(document);
  Object.assign(bench, { getter, typeOf, plain, page });

  // The document of a node, as bench.plain gives it.
  bench.pageOf = (node) => {
    const owner = ownerDocument(node) ?? node;
    return owner === document ? page : plain(owner);
  };
  // An object without a window of its own shows a picture, or its own content.
  bench.isFrame = (element, tag) => /^(IFRAME|FRAME|EMBED)$/.test(tag) || (tag === "OBJECT" && element.contentWindow !== null);
  // A frame begins with an empty document, until what it is to show has come.
  const WITHOUT_ADDRESS = /^\s*(about:|javascript:|$)/i;
  const isWaiting = (frame, inner) =>
    inner.URL === "about:blank" && (frame.hasAttribute("srcdoc") || !WITHOUT_ADDRESS.test(frame.getAttribute("src") ?? frame.getAttribute("data") ?? ""));
  // The document in a frame: null when it cannot be read, or has not come yet.
  bench.documentIn = (frame) => {
    const inner = frame.contentDocument ?? null;
    return inner && isWaiting(frame, plain(inner)) ? null : inner;
  };
  const awaited = new WeakMap();
  // True while something may still come into a frame; what does not come, as a download, is not waited for twice.
  bench.mayCome = (frame) => {
    if (!awaited.has(frame)) awaited.set(frame, performance.now());
    return bench.pageOf(frame).readyState !== "complete" || performance.now() - awaited.get(frame) < longest;
  };
  // All trees that can be read, and whether another is about to come.
  bench.trees = () => {
    const trees = [document];
    let isComing = false;
    for (const tree of trees) {
      for (const element of plain(tree).querySelectorAll("*")) {
        const inside = shadowRoot(element);
        if (inside) trees.push(inside);
      }
      for (const frame of plain(tree).querySelectorAll("iframe, frame, object")) {
        // What would come when somebody scrolls there is to come now.
        if (frame.loading === "lazy") frame.loading = "eager";
        const inner = bench.documentIn(frame);
        if (inner) trees.push(inner);
        isComing ||= inner ? plain(inner).readyState === "loading" : frame.contentDocument && bench.mayCome(frame);
      }
    }
    return { trees, isComing };
  };

  const holderOf = (tree) => {
    if (typeOf(tree) === 11) return tree.host ?? null;
    return typeOf(tree) === 9 ? (plain(tree).defaultView?.frameElement ?? null) : null;
  };
  // The element around a node, also outside of its shadow or its frame: the slot that shows it, or else its parent.
  bench.above = (node) => {
    const parent = plain(node).assignedSlot ?? parentOf(node);
    return parent && (typeOf(parent) === 1 ? parent : holderOf(parent));
  };
  bench.holds = (element, inner) => {
    for (let node = inner; node; node = parentOf(node) ?? holderOf(node)) if (node === element) return true;
    return false;
  };
  // True for a node in the page: what is in a frame goes with its frame.
  bench.isThere = (node) => plain(node).isConnected && bench.pageOf(node).defaultView !== null;

  // The place of a document in the window: its origin, its scale, and the part of the window that shows it.
  bench.placeOf = (inner) => {
    const view = inner.defaultView;
    const frame = view.frameElement;
    if (!frame) return { x: 0, y: 0, scale: 1, left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const outer = bench.placeOf(bench.pageOf(frame));
    const box = frame.getBoundingClientRect();
    const style = getComputedStyle(frame);
    const scale = outer.scale * (frame.offsetWidth ? box.width / frame.offsetWidth : 1);
    const x = outer.x + outer.scale * box.x + scale * (frame.clientLeft + parseFloat(style.paddingLeft));
    const y = outer.y + outer.scale * box.y + scale * (frame.clientTop + parseFloat(style.paddingTop));
    return {
      x, y, scale,
      left: Math.max(outer.left, x), top: Math.max(outer.top, y),
      right: Math.min(outer.right, x + scale * view.innerWidth), bottom: Math.min(outer.bottom, y + scale * view.innerHeight),
    };
  };
  // A rectangle of a document, in the window.
  bench.placed = (box, at) => new DOMRect(at.x + at.scale * box.x, at.y + at.scale * box.y, at.scale * box.width, at.scale * box.height);

  const deepestIn = (tree, x, y) => {
    const hit = tree.elementFromPoint(x, y);
    const inside = hit && shadowRoot(hit);
    return (inside && inside !== tree && deepestIn(inside, x, y)) || hit;
  };
  // The element that a press on a point of the window reaches.
  bench.deepest = (x, y) => {
    let [hit, deeper] = [null, deepestIn(page, x, y)];
    while (deeper) {
      hit = deeper;
      const found = bench.isFrame(hit, plain(hit).tagName) && bench.documentIn(hit);
      const at = found && bench.placeOf(plain(found));
      deeper = found && deepestIn(plain(found), (x - at.x) / at.scale, (y - at.y) / at.scale);
    }
    return hit;
  };
  // True where a press on `hit` reaches an element: itself, its content or its label.
  bench.reaches = (element, hit) =>
    hit && (bench.holds(element, hit) || Array.from(element.labels ?? []).some((label) => bench.holds(label, hit)));
  // The focused element, with the hosts and frames around it.
  bench.focused = () => {
    const chain = new Set();
    for (let tree = page; tree?.activeElement; ) {
      const element = tree.activeElement;
      const node = plain(element);
      if (node.tagName !== "BODY" || node.isContentEditable) chain.add(element);
      const inner = bench.isFrame(node, node.tagName) && bench.documentIn(node);
      tree = inner ? plain(inner) : shadowRoot(element);
    }
    return chain;
  };
}
