// The base of our own world, where no script of the page can reach: nodes read past what a page put over them, and the
// trees that a page is made of: its document and open shadow roots. Nothing is read in a frame.
() => {
  if (Object.hasOwn(globalThis, "bench")) return;
  const bench = { elements: [], invalid: [], flashes: [] };
  Object.defineProperty(globalThis, "bench", { value: bench });

  const getter = (prototype, name) => Function.prototype.call.bind(Object.getOwnPropertyDescriptor(prototype, name).get);
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
  Object.assign(bench, { typeOf, plain, page });

  // A tree, the whole page if none is given, with all that are in it.
  bench.trees = (tree = document) => {
    const inner = Array.from(plain(tree).querySelectorAll("*"), (element) => shadowRoot(element)).filter(Boolean);
    return [tree, ...inner.flatMap((inside) => bench.trees(inside))];
  };
  // An object without a window of its own shows a picture, or its own content.
  bench.isFrame = (element, tag) => /^(IFRAME|FRAME|EMBED)$/.test(tag) || (tag === "OBJECT" && element.contentWindow !== null);
  // False for a frame with an empty document, where no address, link or script has put or will put anything in its place.
  bench.mayShow = (frame) => {
    const inner = frame.contentDocument && plain(frame.contentDocument);
    if (inner?.URL !== "about:blank" || inner.body?.hasChildNodes() || frame.hasAttribute("srcdoc") || frame.hasAttribute("name")) return true;
    return !/^\s*(about:blank)?\s*$/i.test(frame.getAttribute("src") ?? frame.getAttribute("data") ?? "");
  };

  const holderOf = (tree) => (typeOf(tree) === 11 && tree.host) || null;
  // The element around a node, also outside of its shadow: the slot that shows it, or else its parent.
  bench.above = (node) => {
    const parent = plain(node).assignedSlot ?? parentOf(node);
    return parent && (typeOf(parent) === 1 ? parent : holderOf(parent));
  };
  bench.holds = (element, inner) => {
    for (let node = inner; node; node = parentOf(node) ?? holderOf(node)) if (node === element) return true;
    return false;
  };
  // True for a node in the page; one that was moved into a frame has left it.
  bench.isThere = (node) => plain(node).isConnected && ownerDocument(node) === document;

  // The element that a press on a point of the window reaches; null outside of the window.
  bench.deepest = (x, y, tree = page) => {
    const hit = tree.elementFromPoint(x, y);
    const inside = hit && shadowRoot(hit);
    return (inside && inside !== tree && bench.deepest(x, y, inside)) || hit;
  };
  // True where a press on `hit` reaches an element: itself, its content or its label.
  bench.reaches = (element, hit) =>
    hit && (bench.holds(element, hit) || Array.from(element.labels ?? []).some((label) => bench.holds(label, hit)));
  // The focused element, with the hosts around it.
  bench.focused = () => {
    const chain = new Set();
    for (let tree = page; tree?.activeElement; tree = shadowRoot(tree.activeElement)) {
      const node = plain(tree.activeElement);
      if (node.tagName !== "BODY" || node.isContentEditable) chain.add(tree.activeElement);
    }
    return chain;
  };
}
