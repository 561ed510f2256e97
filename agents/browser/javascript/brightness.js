// How light the page is behind its words, from 0 (black) to 1 (white): the mean over a grid of points of the window.
() => {
  const bench = globalThis.bench;
  if (bench.brightness) return;
  const GRID = [0.05, 0.275, 0.5, 0.725, 0.95];
  const COLOR = /(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\([^()]*\)|#[0-9a-f]{3,8}/gi;
  let paint = null;

  // Colours come in many notations; the browser itself turns them into red, green and blue.
  const shade = (color) => {
    paint ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = color;
    paint.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = paint.getImageData(0, 0, 1, 1).data;
    return { light: (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255, solid: alpha > 127 };
  };
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

  const background = (element) => {
    const style = getComputedStyle(element);
    const gradient = (style.backgroundImage.match(COLOR) ?? []).map(shade).filter(({ solid }) => solid);
    if (gradient.length) return mean(gradient.map(({ light }) => light));
    const { light, solid } = shade(style.backgroundColor);
    return solid ? light : null;
  };

  const unpainted = () => {
    const scheme = getComputedStyle(document.documentElement).colorScheme;
    const isDark = scheme.includes("dark") && (!scheme.includes("light") || matchMedia("(prefers-color-scheme: dark)").matches);
    return isDark ? 0.07 : 1;
  };

  const behind = (x, y) => {
    for (const element of document.elementsFromPoint(x, y)) {
      const light = background(element);
      if (light !== null) return light;
    }
    return unpainted();
  };

  bench.brightness = () => mean(GRID.flatMap((down) => GRID.map((across) => behind(innerWidth * across, innerHeight * down))));
}
