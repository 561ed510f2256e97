// Reads elements past what a page put over them: the fields of a form hide its properties of the same name, and so do
// named elements those of the document. Runs first in our own world, where no script of the page can reach.
() => {
  if (Object.hasOwn(globalThis, "bench")) return;
  const bench = { elements: [], invalid: [], flashes: [] };
  Object.defineProperty(globalThis, "bench", { value: bench });
  const getter = (prototype, name) => {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name);
    return (node) => Reflect.apply(get, node, []);
  };
  bench.getter = getter;
  bench.typeOf = getter(Node.prototype, "nodeType");
  bench.parentOf = getter(Node.prototype, "parentNode");
  const localName = getter(Element.prototype, "localName");
  const isHiding = (node) => {
    const type = bench.typeOf(node);
    return type === 9 || (type === 1 && localName(node) === "form");
  };
  const read = (node, key) => {
    for (let source = Object.getPrototypeOf(node); source; source = Object.getPrototypeOf(source)) {
      const found = Object.getOwnPropertyDescriptor(source, key);
      if (found?.get) return Reflect.apply(found.get, node, []);
      if (found) return typeof found.value === "function" ? found.value.bind(node) : found.value;
    }
    return undefined;
  };
  // A node as the browser made it. To be read and called alone: the node itself is handed on and compared.
  bench.plain = (node) => (isHiding(node) ? new Proxy(node, { get: read }) : node);
  bench.page = bench.plain(document);
}
