// What a browser with a window has and a headless one lacks, so that no page behaves otherwise for the judge than for people.
() => {
  const fixed = (value) => ({ value, enumerable: true });
  const listOf = (kind, names, made) => {
    const items = names.map(made);
    const own = { length: fixed(items.length), item: fixed((place) => items[place] ?? null), namedItem: fixed((name) => items[names.indexOf(name)] ?? null), [Symbol.iterator]: { value: () => items[Symbol.iterator]() } };
    return Object.create(kind.prototype, { ...own, ...Object.fromEntries(items.map((item, place) => [place, fixed(item)])) });
  };
  const viewers = ["PDF Viewer", "Chrome PDF Viewer", "Chromium PDF Viewer", "Microsoft Edge PDF Viewer", "WebKit built-in PDF"];
  const plugins = listOf(PluginArray, viewers, (name) => Object.create(Plugin.prototype, { name: fixed(name), filename: fixed("internal-pdf-viewer"), description: fixed("Portable Document Format"), length: fixed(2) }));
  const types = listOf(MimeTypeArray, ["application/pdf", "text/pdf"], (type) => Object.create(MimeType.prototype, { type: fixed(type), suffixes: fixed("pdf"), description: fixed("Portable Document Format"), enabledPlugin: fixed(plugins[0]) }));
  const given = (owner, name, get) => Object.defineProperty(owner, name, { get, configurable: true, enumerable: true });
  if (navigator.plugins.length === 0) {
    given(Navigator.prototype, "plugins", () => plugins);
    given(Navigator.prototype, "mimeTypes", () => types);
  }
  if (window.outerHeight <= window.innerHeight) {
    given(window, "outerWidth", () => window.innerWidth);
    given(window, "outerHeight", () => window.innerHeight + 88);
  }
  window.chrome ??= { app: {} };
}
