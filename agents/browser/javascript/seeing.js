// What a person can see: the part of a document that scrolling can bring into view within all that clips it, and words
// that are neither transparent nor in the colour behind them. Rectangles are those of getBoundingClientRect.
() => {
  const { bench } = globalThis;
  if (bench.placeIn) return;
  const { plain } = bench;
  // CSS pixels of something cut off that are too few to be read.
  const SPECK = 2;
  // Opacity below which nothing can be made out.
  const FAINT = 0.1;
  // Font size in CSS pixels below which no letters can be read.
  const READABLE = 6;
  // Largest difference of a colour channel (0 to 255) that nobody sees.
  const ALIKE = 4;
  const PICTURE = /^(img|canvas|video|svg|picture|embed)$/i;
  const ANYWHERE = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  const NOWHERE = { left: 0, top: 0, right: 0, bottom: 0 };

  const isOff = (low, high, from, to) => {
    const part = Math.min(high, to) - Math.max(low, from);
    return part <= 0 || (part <= SPECK && part < high - low);
  };
  const misses = (box, area) => isOff(box.left, box.right, area.left, area.right) || isOff(box.top, box.bottom, area.top, area.bottom);
  const common = (one, other) => ({
    left: Math.max(one.left, other.left), top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom),
  });
  // True where no part of a box can be brought into view. A reach has the clips that positioned elements may leave, and
  // the cut that nothing inside leaves.
  bench.isOut = (box, reach) => misses(box, reach.clip.box) || misses(box, reach.cut);
  // The same for words, which cannot be read where they are no larger than a speck.
  bench.areOut = (box, reach) => box.width <= SPECK || box.height <= SPECK || bench.isOut(box, reach);
  // False where nothing clips, so that words can be seen where their element can.
  bench.isClipped = ({ clip, cut }) => cut !== ANYWHERE || clip.box.right !== Infinity || clip.box.bottom !== Infinity;
  bench.isFaint = (opacity) => opacity < FAINT;
  const isDrawn = (element) => plain(element).checkVisibility({ opacityProperty: true, visibilityProperty: true });
  // True for a drawn element with a size.
  bench.isShown = (element) =>
    isDrawn(element) && Array.from(plain(element).getClientRects()).some((box) => box.width > 1 && box.height > 1);

  const isLocked = (overflow) => overflow === "hidden" || overflow === "clip";
  // The part of a document that scrolling can show. A document that does not scroll down, as under a dialog, may scroll
  // later; one that is cut at its side stays so.
  const firstReach = (page) => {
    const { scrollX, scrollY, innerWidth } = page.defaultView;
    const root = getComputedStyle(page.documentElement).overflowX;
    const isCut = isLocked(root) || (root === "visible" && page.body !== null && isLocked(getComputedStyle(page.body).overflowX));
    const box = { left: isCut ? 0 : -scrollX, top: -scrollY, right: isCut ? innerWidth : Infinity, bottom: Infinity };
    return { clip: { owner: null, outer: null, box }, cut: ANYWHERE };
  };
  const pixels = (length, whole) => (length.endsWith("%") ? (parseFloat(length) / 100) * whole : parseFloat(length));
  // Left, top, right and bottom of what a clip path leaves of a box, from its corner.
  const SHAPES = {
    inset: (said, { width, height }) => {
      const [top, right = top, bottom = top, left = right] = said.split(" round ")[0].split(" ");
      return [pixels(left, width), pixels(top, height), width - pixels(right, width), height - pixels(bottom, height)];
    },
    circle: (said, { width, height }) => {
      const [size, centre = "50% 50%"] = said.split(/ ?at /);
      const radius = pixels(size, Math.hypot(width, height) / Math.SQRT2);
      const [x, y] = [width, height].map((whole, axis) => pixels(centre.split(" ")[axis], whole));
      return [x - radius, y - radius, x + radius, y + radius];
    },
    polygon: (said, { width, height }) => {
      const points = said.replace(/^[a-z]+, /, "").split(", ").map((point) => point.split(" "));
      const [across, along] = [points.map(([x]) => pixels(x, width)), points.map(([, y]) => pixels(y, height))];
      return [Math.min(...across), Math.min(...along), Math.max(...across), Math.max(...along)];
    },
  };
  // The rectangle around what a clip path leaves of a box; anywhere for shapes that are not known.
  const shapeOf = (clipPath, box) => {
    const [, kind, said] = /^(inset|circle|polygon)\((.*?)\)/.exec(clipPath) ?? [];
    const [left, top, right, bottom] = kind ? SHAPES[kind](said, box) : [NaN];
    if (![left, top, right, bottom].every(Number.isFinite)) return ANYWHERE;
    return { left: box.left + left, top: box.top + top, right: box.left + right, bottom: box.top + bottom };
  };
  // Where an element can be seen, from where the content around it can.
  const reachOf = (element, node, style, inner) => {
    const { position, clipPath } = style;
    let { clip, cut } = inner;
    if (position === "fixed") {
      const { innerWidth, innerHeight } = bench.pageOf(element).defaultView;
      clip = { owner: null, outer: null, box: { left: 0, top: 0, right: innerWidth, bottom: innerHeight } };
    } else if (position === "absolute" && clip.owner) {
      const holder = node.offsetParent ?? null;
      while (clip.owner && !(holder && bench.holds(clip.owner, holder))) clip = clip.outer;
    }
    if (clipPath !== "none") cut = common(cut, shapeOf(clipPath, node.getBoundingClientRect()));
    // Nobody clips by a rectangle but to hide, as helper text for screen readers.
    if ((position === "fixed" || position === "absolute") && style.clip !== "auto") cut = NOWHERE;
    return { clip, cut };
  };
  const UNCLIPPED = /^(inline|contents|table-.*)$/;
  // The ends of one axis between which content can be seen: in a box that scrolls, from where its content begins.
  const span = (overflow, low, high, scrolled, isReversed) => {
    if (overflow === "visible") return [-Infinity, Infinity];
    if (overflow === "auto" || overflow === "scroll") return [isReversed ? -Infinity : low - scrolled, Infinity];
    return [low, high];
  };
  // Where the content of an element can be seen, from where the element can.
  const innerOf = (element, node, style, reach) => {
    if (style.contentVisibility === "hidden") return { ...reach, cut: NOWHERE };
    if (style.overflow === "visible" || (UNCLIPPED.test(style.display) && node.tagName !== "svg")) return reach;
    // Most pages hand the overflow of their body on to the window.
    const root = bench.pageOf(element).documentElement;
    if (node.tagName === "BODY" && !(/auto|scroll/.test(style.overflow) && getComputedStyle(root).overflow !== "visible")) return reach;
    const box = node.getBoundingClientRect();
    const isReversed = style.flexDirection.endsWith("-reverse");
    const [left, right] = span(style.overflowX, box.left, box.right, node.scrollLeft, isReversed);
    const [top, bottom] = span(style.overflowY, box.top, box.bottom, node.scrollTop, isReversed);
    const { clip, cut } = reach;
    const [scrollsAcross, scrollsDown] = [right === Infinity, bottom === Infinity];
    const scrolls = scrollsAcross || scrollsDown;
    // What scrolls brings its content to where it is seen itself, if it is.
    if (scrolls && bench.isOut(box, reach)) return { ...reach, clip: { owner: element, outer: clip, box: NOWHERE } };
    const outer = {
      left: scrollsAcross ? -Infinity : clip.box.left, top: scrollsDown ? -Infinity : clip.box.top,
      right: scrollsAcross ? Infinity : clip.box.right, bottom: scrollsDown ? Infinity : clip.box.bottom,
    };
    const area = common({ left, top, right, bottom }, outer);
    return { clip: { owner: element, outer: clip, box: area }, cut: scrolls ? ANYWHERE : cut };
  };

  const NO_COLOR = "rgba(0, 0, 0, 0)";
  const RGB = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/;
  let canvas;
  // A canvas reads every notation of a colour, and slowly.
  const painted = (color) => {
    canvas ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, opacity] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, opacity / 255];
  };
  const colors = new Map();
  // Red, green, blue (0 to 255) and opacity (0 to 1) of a colour as getComputedStyle writes it.
  const channels = (color) => {
    if (!colors.has(color)) {
      const found = RGB.exec(color);
      colors.set(color, found ? [...found.slice(1, 4).map(Number), Number(found[4] ?? 1)] : painted(color));
    }
    return colors.get(color);
  };
  bench.channels = channels;
  const areAlike = (color, paper) => {
    const [ink, behind] = [channels(color), channels(paper)];
    return [0, 1, 2].every((i) => Math.abs(ink[i] - behind[i]) * ink[3] <= ALIKE);
  };
  // The colour behind the content of an element, from that behind the element: null where it cannot be told, as over a
  // picture, or where the element is moved onto something else.
  const paperOf = (style, inherited) => {
    const own = style.backgroundColor;
    if (style.backgroundImage !== "none") return null;
    if (own === NO_COLOR) return style.position === "static" ? inherited : null;
    return channels(own)[3] === 1 ? own : null;
  };
  // True for a style that lets nothing behind the element be seen.
  bench.hides = (style) => style.backgroundImage !== "none" || channels(style.backgroundColor)[3] === 1;
  // What leaves less of all differences in colour: contrast brings them to grey, and brightness to black.
  const LESSENING = /(?:opacity|contrast|brightness)\(([\d.]+)\)/g;
  const opacityOf = ({ opacity, filter }) =>
    Array.from(filter.matchAll(LESSENING)).reduce((left, [, share]) => left * Math.min(Number(share), 1), Number(opacity));

  // What one look has found out so far: the places of elements, and the boxes of all elements of a tree.
  bench.newSight = () => ({ places: new Map(), boxes: new Map() });
  const firstPlace = (page, sight) => {
    const frame = page.defaultView.frameElement;
    const around = frame && bench.placeIn(frame, sight);
    return {
      inner: firstReach(page),
      opacity: around ? around.opacity : 1,
      paper: around ? around.paper : "rgb(255, 255, 255)",
      isAway: around !== null && (around.isAway || bench.isOut(plain(frame).getBoundingClientRect(), around.reach)),
    };
  };
  // How an element and its content can be seen: `reach` is for the element, `inner` for its content, `paper` the colour
  // behind the content; `isAway` says that the frame around it cannot be seen.
  bench.placeIn = (element, sight) => {
    const known = sight.places.get(element);
    if (known) return known;
    const [node, style, page] = [plain(element), getComputedStyle(element), bench.pageOf(element)];
    const isRoot = element === page.documentElement;
    const around = isRoot ? firstPlace(page, sight) : bench.placeIn(bench.above(element), sight);
    const reach = reachOf(element, node, style, around.inner);
    const isDark = isRoot && style.colorScheme.includes("dark");
    const place = {
      style,
      reach,
      inner: isRoot ? reach : innerOf(element, node, style, reach),
      opacity: around.opacity * opacityOf(style),
      paper: paperOf(style, isDark ? null : around.paper),
      isAway: around.isAway,
    };
    sight.places.set(element, place);
    return place;
  };

  const contrasts = (style, color) =>
    style.backgroundImage !== "none" || (channels(style.backgroundColor)[3] >= FAINT && !areAlike(color, style.backgroundColor));
  // True where something else than the known paper is drawn beneath words: a background around them, or an element that
  // they stand over, as a picture under its caption.
  const isOnOther = (element, color, sight) => {
    for (let outer = element; outer; outer = bench.above(outer)) {
      const style = getComputedStyle(outer);
      if (contrasts(style, color)) return true;
      if (channels(style.backgroundColor)[3] === 1) break;
    }
    const tree = plain(element).getRootNode();
    if (!sight.boxes.has(tree)) {
      sight.boxes.set(tree, Array.from(plain(tree).querySelectorAll("*"), (other) => [other, plain(other).getBoundingClientRect()]));
    }
    const box = plain(element).getBoundingClientRect();
    // Where the words begin, and in the middle.
    const across = [Math.min(box.width / 2, 12), box.width / 2].map((along) => box.x + along);
    const y = box.y + Math.min(box.height / 2, 10);
    return sight.boxes.get(tree).some(([other, area]) => {
      if (y < area.top || y > area.bottom || !across.some((x) => area.left <= x && x <= area.right)) return false;
      if (bench.holds(other, element) || bench.holds(element, other)) return false;
      return isDrawn(other) && (PICTURE.test(other.tagName) || contrasts(getComputedStyle(other), color));
    });
  };
  // True where the words directly in an element cannot be read: too small, transparent, or in the colour behind them.
  bench.isBlank = (element, sight) => {
    const { style, paper } = bench.placeIn(element, sight);
    if (parseFloat(style.fontSize) < READABLE) return true;
    const color = style.webkitTextFillColor;
    if (channels(color)[3] < FAINT) return style.backgroundClip !== "text";
    return paper !== null && areAlike(color, paper) && !isOnOther(element, color, sight);
  };
  // True for a text that can be read. It may be gone at the next look.
  bench.isSeen = (text, sight) => {
    const element = bench.above(text);
    for (let outer = element; outer; outer = bench.pageOf(outer).defaultView?.frameElement) if (!isDrawn(outer)) return false;
    if (!element) return false;
    const place = bench.placeIn(element, sight);
    if (place.isAway || bench.isFaint(place.opacity) || bench.isBlank(element, sight)) return false;
    const range = bench.pageOf(text).createRange();
    range.selectNodeContents(text);
    return !bench.areOut(range.getBoundingClientRect(), place.inner);
  };

  const lightOf = (element) => {
    const [red, green, blue, opacity] = channels(getComputedStyle(element).backgroundColor);
    return opacity >= 0.5 ? (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255 : null;
  };
  // How light the background is, from 0 (black) to 1 (white), averaged over points of the window.
  bench.brightness = () => {
    const { body, documentElement } = bench.page;
    // A document that was emptied by a script is white.
    if (!documentElement) return 1;
    const scheme = getComputedStyle(documentElement).colorScheme;
    const isDark = scheme.includes("dark") && (!scheme.includes("light") || matchMedia("(prefers-color-scheme: dark)").matches);
    // The background of the body covers the window even where the body does not.
    const most = lightOf(body ?? documentElement) ?? (isDark ? 0.07 : 1);
    const lightAt = (x, y) => {
      let [element, light] = [bench.deepest(x, y), null];
      for (; element && light === null; element = bench.above(element)) light = lightOf(element);
      return light ?? most;
    };
    const shares = [0.02, 0.35, 0.65, 0.98];
    const lights = shares.flatMap((x) => shares.map((y) => lightAt(innerWidth * x, innerHeight * y)));
    return lights.reduce((sum, light) => sum + light, 0) / lights.length;
  };
}
