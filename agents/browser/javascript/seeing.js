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
  const ALIKE = 10;
  const PICTURE = /^(img|canvas|video|svg|picture|embed)$/i;
  const ANYWHERE = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  const NOWHERE = { left: 0, top: 0, right: 0, bottom: 0 };

  const misses = (low, high, from, to) => {
    const part = Math.min(high, to) - Math.max(low, from);
    return part <= 0 || (part <= SPECK && part < high - low);
  };
  // True where no part of a box can be brought into view. A view has a clip, which positioned elements inside may leave, and
  // a cut, which nothing inside leaves.
  bench.isOut = (box, { clip, cut }) =>
    [clip, cut].some((area) => misses(box.left, box.right, area.left, area.right) || misses(box.top, box.bottom, area.top, area.bottom));
  const isDrawn = (element) => plain(element).checkVisibility({ opacityProperty: true, visibilityProperty: true });
  // True for a drawn element with a size.
  bench.isShown = (element) =>
    isDrawn(element) && Array.from(plain(element).getClientRects()).some((box) => box.width > 1 && box.height > 1);

  const UNCLIPPED = /^(inline|contents|table-.*)$/;
  // The ends of one axis between which content can be seen, within those of what is around: in a box that scrolls, from
  // where its content begins.
  const span = (overflow, low, high, begin, from, to) => {
    if (overflow === "visible") return [from, to];
    return /auto|scroll/.test(overflow) ? [begin, Infinity] : [Math.max(low, from), Math.min(high, to)];
  };
  // The view of the content of an element, from that of the element.
  const viewInside = (node, style, view) => {
    if (style.contentVisibility === "hidden") return { ...view, cut: NOWHERE };
    if (style.overflow === "visible" || (UNCLIPPED.test(style.display) && node.tagName !== "svg")) return view;
    // Most pages hand the overflow of their body on to the window.
    if (node.tagName === "BODY" && !(/auto|scroll/.test(style.overflow) && getComputedStyle(bench.page.documentElement).overflow !== "visible")) return view;
    const box = node.getBoundingClientRect();
    const before = style.flexDirection.endsWith("-reverse") ? Infinity : 0;
    const [left, right] = span(style.overflowX, box.left, box.right, box.left - node.scrollLeft - before, view.clip.left, view.clip.right);
    const [top, bottom] = span(style.overflowY, box.top, box.bottom, box.top - node.scrollTop - before, view.clip.top, view.clip.bottom);
    const clip = { left, top, right, bottom };
    if (!/auto|scroll/.test(style.overflow)) return { clip, cut: view.cut };
    // What scrolls brings its content to where it is seen itself, if it is.
    return { clip: bench.isOut(box, view) ? NOWHERE : clip, cut: ANYWHERE };
  };

  const colors = new Map();
  let canvas;
  // Red, green, blue (0 to 255) and opacity (0 to 1) of a colour: a canvas reads every notation, and slowly.
  const channels = (color) => {
    if (!colors.has(color)) {
      canvas ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, opacity] = canvas.getImageData(0, 0, 1, 1).data;
      colors.set(color, [red, green, blue, opacity / 255]);
    }
    return colors.get(color);
  };
  const areAlike = (color, paper) => {
    const [ink, behind] = [channels(color), channels(paper)];
    return [0, 1, 2].every((i) => Math.abs(ink[i] - behind[i]) * ink[3] <= ALIKE);
  };
  // The colour behind the content of an element, from that behind the element; null where it cannot be told.
  const paperOf = ({ backgroundImage, backgroundColor }, inherited) => {
    const opacity = backgroundImage === "none" ? channels(backgroundColor)[3] : NaN;
    if (opacity === 0) return inherited;
    return opacity === 1 ? backgroundColor : null;
  };
  // What leaves less of all differences in colour: contrast brings them to grey, and brightness to black.
  const LESSENING = /(?:opacity|contrast|brightness)\(([\d.]+)\)/g;
  const BLURRED = /blur\((?:[3-9]|\d{2})/;
  const opacityOf = ({ opacity, filter }) =>
    Array.from(filter.matchAll(LESSENING)).reduce((left, [, share]) => left * Math.min(Number(share), 1), Number(opacity));

  // What one look has found out so far: the places of elements, and the boxes of all elements of a tree.
  bench.newSight = () => ({ places: new Map(), boxes: new Map() });
  // What is around the document. One that does not scroll down, as under a dialog, may scroll later; one that is cut at its
  // side stays so.
  const outside = () => {
    const { documentElement, body } = bench.page;
    const own = getComputedStyle(documentElement).overflowX;
    const isCut = /hidden|clip/.test(own === "visible" && body ? getComputedStyle(body).overflowX : own);
    const clip = { left: isCut ? 0 : -scrollX, top: -scrollY, right: isCut ? innerWidth : Infinity, bottom: Infinity };
    return { opacity: 1, paper: "rgb(255, 255, 255)", inside: { clip, cut: ANYWHERE } };
  };
  // How an element can be seen: `view` is of the element and `inside` of its content, `paper` the colour behind its content.
  bench.placeIn = (element, sight) => {
    const known = sight.places.get(element);
    if (known) return known;
    const [node, style, { documentElement }] = [plain(element), getComputedStyle(element), bench.page];
    const { position, clipPath } = style;
    const isRoot = element === documentElement;
    const around = isRoot ? outside() : bench.placeIn(bench.above(element), sight);
    let { clip, cut } = around.inside;
    if (position === "fixed") clip = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    else if (position === "absolute" && !isRoot) ({ clip } = bench.placeIn(node.offsetParent ?? documentElement, sight).inside);
    // Nobody clips by a rectangle, or half from each side, but to hide, as helper text for screen readers.
    if ((/fixed|absolute/.test(position) && style.clip !== "auto") || /^inset\(([5-9]\d|\d{3,})%\)/.test(clipPath)) cut = NOWHERE;
    const isDark = isRoot && style.colorScheme.includes("dark");
    const [view, opacity] = [{ clip, cut }, around.opacity * opacityOf(style)];
    const place = {
      style,
      view,
      inside: isRoot ? view : viewInside(node, style, view),
      opacity,
      isFaint: opacity < FAINT,
      isOpaque: opacity > 0.99 && channels(style.backgroundColor)[3] === 1,
      paper: paperOf(style, isDark ? null : around.paper),
      // Of two sides of a card that is turned over, the browser presses the one in front.
      isShaped: around.isShaped || clipPath !== "none" || (style.backfaceVisibility === "hidden" && /3d/.test(style.transform + around.style?.transform)),
      isMasked: around.isMasked || style.maskImage !== "none" || BLURRED.test(style.filter),
    };
    sight.places.set(element, place);
    return place;
  };

  // True where something of another colour is drawn in an element, or by its pseudo-elements.
  const contrasts = (element, color) =>
    [undefined, "::before", "::after"].some((part) => {
      const { content, backgroundImage, backgroundColor } = getComputedStyle(element, part);
      const isColoured = backgroundImage !== "none" || (channels(backgroundColor)[3] >= FAINT && !areAlike(color, backgroundColor));
      return isColoured && (!part || content !== "none");
    });
  const isInside = (x, y, box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
  // True where something else than the known paper is drawn beneath the middle of words: a background around them, or an
  // element that they stand over, as a picture under its caption.
  const isOnOther = (x, y, element, color, sight) => {
    for (let outer = element; outer; outer = bench.above(outer)) {
      if (contrasts(outer, color)) return true;
      if (channels(getComputedStyle(outer).backgroundColor)[3] === 1) break;
    }
    const tree = plain(element).getRootNode();
    if (!sight.boxes.has(tree)) {
      sight.boxes.set(tree, Array.from(plain(tree).querySelectorAll("*"), (other) => [other, plain(other).getBoundingClientRect()]));
    }
    return sight.boxes.get(tree).some(([other, area]) =>
      isInside(x, y, area) && !bench.holds(other, element) && !bench.holds(element, other) && isDrawn(other) && (PICTURE.test(other.tagName) || contrasts(other, color)));
  };
  // The element that a press on the middle of a box reaches; null outside of the window.
  bench.hitIn = (box) => bench.deepest(box.left + box.width / 2, box.top + box.height / 2);
  const range = document.createRange();
  const boxOf = (text) => {
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    return { box, x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  // True for a text in an element that can be read: drawn within reach, large enough, and not in the colour behind it.
  // Undefined where nobody can tell: what a shape leaves of words is known only by pressing on them, and what a mask leaves
  // not even so.
  bench.isReadable = (text, element, sight) => {
    const { style, inside, paper, isFaint, isShaped, isMasked } = bench.placeIn(element, sight);
    if (isFaint || style.visibility !== "visible" || parseFloat(style.fontSize) < READABLE) return false;
    // Without a box of its own, as with `contents`, an element is never visible by itself.
    if (style.display !== "contents" && !plain(element).checkVisibility()) return false;
    const color = style.webkitTextFillColor;
    const isBackground = style.backgroundClip === "text";
    if (channels(color)[3] < FAINT && !isBackground) return false;
    const { box, x, y } = boxOf(text);
    // What a transform leaves of the size of letters.
    const { offsetWidth, offsetHeight } = plain(element);
    const { width, height } = plain(element).getBoundingClientRect();
    if (parseFloat(style.fontSize) * Math.sqrt((width * height) / (offsetWidth * offsetHeight)) < READABLE) return false;
    if (box.width <= SPECK || box.height <= SPECK || bench.isOut(box, inside)) return false;
    if (paper !== null && !isBackground && areAlike(color, paper) && !isOnOther(x, y, element, color, sight)) return false;
    return (!isMasked && (!isShaped || bench.reaches(element, bench.hitIn(box)))) || undefined;
  };
  // True where the middle of a text lies under one of some elements, which are given with their boxes.
  bench.isUnder = (text, element, lids) => {
    const { box, x, y } = boxOf(text);
    if (!Array.from(lids.values()).some((lid) => isInside(x, y, lid)) || getComputedStyle(element).pointerEvents === "none") return false;
    for (let over = bench.hitIn(box); over && !bench.holds(over, element); over = bench.above(over)) if (lids.has(over)) return true;
    return false;
  };

  // How light the background is, from 0 (black) to 1 (white), averaged over points of the window.
  bench.brightness = () => {
    const { body, documentElement } = bench.page;
    // A document that was emptied by a script is white.
    if (!documentElement) return 1;
    const lightOf = (element) => {
      if (element === null) return null;
      const [red, green, blue, opacity] = channels(getComputedStyle(element).backgroundColor);
      return opacity >= 0.5 ? (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255 : lightOf(bench.above(element));
    };
    const { colorScheme } = getComputedStyle(documentElement);
    // The background of the body covers the window even where the body does not.
    const most = lightOf(body ?? documentElement) ?? (colorScheme.includes("dark") && !colorScheme.includes("light") ? 0.07 : 1);
    const shares = [0.02, 0.35, 0.65, 0.98];
    const lights = shares.flatMap((x) => shares.map((y) => lightOf(bench.deepest(innerWidth * x, innerHeight * y)) ?? most));
    return lights.reduce((sum, light) => sum + light, 0) / lights.length;
  };
}
