// What a person can see of words: they are drawn, neither transparent nor out of reach (reach.js), and of another colour
// than what is behind them.
() => {
  const bench = globalThis.bench;
  if (bench.isSeen) return;
  const ALIKE = 4;
  const NO_COLOR = "rgba(0, 0, 0, 0)";
  // Opacity below which nothing is made out any more.
  const FAINT = 0.1;
  // CSS pixels below which no letters can be read.
  const READABLE = 6;
  const PICTURE = /^(img|canvas|video|svg|picture|embed)$/i;

  let paint;
  const painted = (color) => {
    paint ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = color;
    paint.fillRect(0, 0, 1, 1);
    const [red, green, blue, opacity] = paint.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, opacity / 255];
  };
  const RGB = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/;
  // What mixed colours are written as.
  const SRGB = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/;
  const read = (color) => {
    const [found, most] = [RGB.exec(color) ?? SRGB.exec(color), color.startsWith("color") ? 255 : 1];
    if (!found) return painted(color);
    const [red, green, blue] = found.slice(1, 4).map((part) => Number(part) * most);
    return [red, green, blue, Number(found[4] ?? 1)];
  };
  const colors = new Map();
  // Red, green, blue (0 to 255) and opacity (0 to 1) of a colour as getComputedStyle writes it. A canvas reads every way
  // of writing one, and slowly.
  const channels = (bench.channels = (color) => {
    if (!colors.has(color)) colors.set(color, read(color));
    return colors.get(color);
  });
  const known = new Map();
  const areAlike = (color, paper) => {
    const pair = `${color}/${paper}`;
    if (!known.has(pair)) {
      const [ink, behind] = [channels(color), channels(paper)];
      known.set(pair, [0, 1, 2].every((i) => Math.abs(ink[i] - behind[i]) * ink[3] <= ALIKE));
    }
    return known.get(pair);
  };
  // The colour behind what stands in an element, from that behind the element: null where it cannot be told, as over a
  // picture, or where the element is moved onto something else.
  bench.paper = (style, inherited) => {
    const own = style.backgroundColor;
    if (own === NO_COLOR && inherited === null) return null;
    if (style.backgroundImage !== "none") return null;
    if (own !== NO_COLOR) return channels(own)?.[3] === 1 ? own : null;
    return style.position === "static" ? inherited : null;
  };
  // The colour of a whole document, from that behind it.
  bench.firstPaper = (page = bench.page, behind = "rgb(255, 255, 255)") => {
    const style = getComputedStyle(page.documentElement);
    return bench.paper(style, style.colorScheme.includes("dark") ? null : behind);
  };
  // Nothing of what is behind an element of this style can be seen through it.
  bench.hides = (style) => style.backgroundImage !== "none" || channels(style.backgroundColor)[3] === 1;
  const isHelpful = (style, color) => {
    if (style.backgroundImage !== "none" || style.borderImageSource !== "none" || style.boxShadow.includes("inset")) return true;
    return channels(style.backgroundColor)[3] >= FAINT && !areAlike(color, style.backgroundColor);
  };
  // What an element stands in colours it in another way than by its background.
  const isOnOther = (element, color) => {
    for (let place = element; place; place = bench.above(place)) {
      const style = getComputedStyle(place);
      if (isHelpful(style, color)) return true;
      if (channels(style.backgroundColor)[3] === 1) return false;
    }
    return false;
  };
  // The boxes of all elements of a tree, as they are now.
  bench.boxesNow = () => {
    const boxes = new Map();
    return (tree) => {
      if (!boxes.has(tree)) boxes.set(tree, Array.from(bench.plain(tree).querySelectorAll("*"), (other) => [other, bench.plain(other).getBoundingClientRect()]));
      return boxes.get(tree);
    };
  };
  // All that lies at a point, where it cannot be asked for: outside of the window.
  const lyingAt = (element, x, y, boxes) =>
    boxes(bench.plain(element).getRootNode())
      .filter(([, box]) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom)
      .map(([other]) => other);
  // Something else is drawn beneath an element that stands over it, as a picture under its caption.
  const isOverOther = (element, color, boxes) => {
    const box = bench.plain(element).getBoundingClientRect();
    // Where its words begin and in its middle.
    const points = [Math.min(box.width / 2, 12), box.width / 2].map((along) => [box.x + along, box.y + Math.min(box.height / 2, 10)]);
    const found = points.flatMap(([x, y]) => {
      const hit = bench.pageOf(element).elementsFromPoint(x, y);
      return hit.includes(element) ? hit : lyingAt(element, x, y, boxes);
    });
    return found.some((other) => {
      if (bench.reaches(other, element) || bench.reaches(element, other)) return false;
      const node = bench.plain(other);
      return node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && (PICTURE.test(node.tagName) || isHelpful(getComputedStyle(other), color));
    });
  };
  const SHADOW_COLOR = /[a-z]+\([^)]*\)/g;
  const isOutlined = (style, paper) => {
    const inks = style.textShadow === "none" ? [] : style.textShadow.match(SHADOW_COLOR) ?? [];
    if (style.webkitTextStrokeWidth !== "0px") inks.push(style.webkitTextStrokeColor);
    return inks.some((ink) => channels(ink)[3] >= FAINT && !(paper && areAlike(ink, paper)));
  };
  // Whether the words that stand directly in an element cannot be read: without size or colour, or coloured as the paper.
  bench.isBlank = (element, style, paper, boxes = bench.boxesNow()) => {
    if (parseFloat(style.fontSize) < READABLE) return true;
    const color = style.webkitTextFillColor;
    if (channels(color)[3] < FAINT) return style.backgroundClip !== "text" && !isOutlined(style, paper);
    if (paper === null || !areAlike(color, paper) || isOutlined(style, paper)) return false;
    return !isOnOther(element, color) && !isOverOther(element, color, boxes);
  };
  // What leaves less of all differences in colour: contrast brings them to grey, and brightness to black.
  const LESSENING = /(?:opacity|contrast|brightness)\(([\d.]+)\)/g;
  // What is left to see of an element by itself, of 1.
  bench.opacityOf = ({ opacity, filter }) => {
    if (filter === "none") return Number(opacity);
    return Array.from(filter.matchAll(LESSENING)).reduce((left, [, share]) => left * Math.min(Number(share), 1), Number(opacity));
  };
  bench.isFaint = (opacity) => opacity < FAINT;

  const isShown = (element) => {
    for (let place = element; place; place = bench.pageOf(place).defaultView?.frameElement)
      if (!bench.plain(place).checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    return true;
  };
  // What is behind a document and where it can be seen; null where its frame cannot.
  const firstPlace = (page, known) => {
    const frame = page.defaultView.frameElement;
    const around = frame && placeIn(frame, known);
    if (frame && (!around || bench.isOut(bench.plain(frame).getBoundingClientRect(), around.reach))) return null;
    const [reach, moving] = [bench.firstReach(page), bench.movingIn(page)];
    return { reach, moving, opacity: around?.opacity ?? 1, paper: around ? around.paper : undefined };
  };
  // What is behind the content of an element and where it can be seen; null for nowhere. `known` are those told before.
  const placeIn = (element, known) => {
    if (known.has(element)) return known.get(element);
    const [node, style, page] = [bench.plain(element), getComputedStyle(element), bench.pageOf(element)];
    const isRoot = element === page.documentElement;
    const around = isRoot ? firstPlace(page, known) : placeIn(bench.above(element), known);
    const place = around && {
      style,
      moving: around.moving,
      reach: bench.reachIn(element, node, style, bench.reachOf(element, node, style, around.reach, around.moving), around.moving),
      opacity: around.opacity * bench.opacityOf(style),
      paper: isRoot ? bench.firstPaper(page, around.paper) : bench.paper(style, around.paper),
    };
    known.set(element, place);
    return place;
  };
  // All of this for a text, which may be gone at the next look.
  bench.isSeen = (text, known) => {
    const element = bench.above(text);
    if (!element || !isShown(element)) return false;
    const place = placeIn(element, known);
    if (!place || bench.isFaint(place.opacity)) return false;
    const range = bench.pageOf(text).createRange();
    range.selectNodeContents(text);
    return !bench.areOut(range.getBoundingClientRect(), place.reach) && !bench.isBlank(element, place.style, place.paper);
  };
}
