// How light the page's background is, from 0 (black) to 1 (white), averaged over points of the window.
() => {
  const bench = globalThis.bench;
  if (bench.brightness) return;
  const isDarkScheme = () => {
    const scheme = getComputedStyle(bench.page.documentElement).colorScheme;
    return scheme.includes("dark") && (!scheme.includes("light") || matchMedia("(prefers-color-scheme: dark)").matches);
  };
  const lightOf = (element) => {
    const [red, green, blue, opacity] = bench.channels(getComputedStyle(element).backgroundColor);
    return opacity >= 0.5 ? (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255 : undefined;
  };
  const lightAt = (x, y) => {
    for (let element = bench.deepest(x, y); element; element = bench.above(element)) {
      const light = lightOf(element);
      if (light !== undefined) return light;
    }
    // The body's background covers the window even where the body does not.
    return lightOf(bench.page.body ?? bench.page.documentElement) ?? (isDarkScheme() ? 0.07 : 1);
  };
  bench.brightness = () => {
    // A document that was emptied by a script has nothing to be coloured: it is white.
    if (!bench.page.documentElement) return 1;
    const shares = [0.02, 0.35, 0.65, 0.98];
    const points = shares.flatMap((x) => shares.map((y) => lightAt(innerWidth * x, innerHeight * y)));
    return points.reduce((sum, light) => sum + light, 0) / points.length;
  };
}
