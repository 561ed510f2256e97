// Where in its document something can be seen: within all that clips it, wherever people's scrolling can bring it. A box
// with `overflow: hidden` does not scroll for people. Rectangles are those of getBoundingClientRect.
() => {
  const bench = globalThis.bench;
  if (bench.isOut) return;
  // CSS pixels of something cut off that are too few to be read.
  const SPECK = 2;
  // Milliseconds within which what moves comes to its end.
  const SOON = 1000;
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
  // Nothing of a box can be brought into view.
  bench.isOut = (box, reach) => misses(box, reach.clip.box) || misses(box, reach.cut);
  // Nor could words be read that are no larger than a speck.
  bench.areOut = (box, reach) => box.width <= SPECK || box.height <= SPECK || bench.isOut(box, reach);

  const isLocked = (overflow) => overflow === "hidden" || overflow === "clip";
  // The part of a document that scrolling can show. One that is kept from scrolling down, as under a dialog, may be let go
  // again; one that is cut at its side stays so.
  bench.firstReach = (page) => {
    const { scrollX, scrollY, innerWidth } = page.defaultView;
    const root = getComputedStyle(page.documentElement);
    const body = page.body && getComputedStyle(page.body);
    const isCut = isLocked(root.overflowX) || (root.overflowX === "visible" && body !== null && isLocked(body.overflowX));
    const left = root.direction === "rtl" || body?.direction === "rtl" ? -Infinity : -scrollX;
    const box = { left: isCut ? 0 : left, top: -scrollY, right: isCut ? innerWidth : Infinity, bottom: Infinity };
    return { clip: { owner: null, outer: null, box }, cut: ANYWHERE, isClipped: isCut };
  };

  // Elements of a document that are about to come to another place or size.
  bench.movingIn = (page) => {
    const moving = new Set();
    for (const animation of page.getAnimations()) {
      const { target, pseudoElement } = animation.effect ?? {};
      const rest = (animation.effect?.getComputedTiming().endTime ?? Infinity) - (animation.currentTime ?? 0);
      if (target && !pseudoElement && rest < SOON) moving.add(target);
    }
    return moving;
  };

  const LENGTH = /^(-?[\d.]+)(px|%)?$/;
  const pixels = (said, whole) => {
    const found = LENGTH.exec(said);
    if (!found) return NaN;
    return found[2] === "%" ? (Number(found[1]) / 100) * whole : Number(found[1]);
  };
  const inset = (said, { width, height }) => {
    const [top, right = top, bottom = top, left = right] = said.split(" round ")[0].split(" ");
    return [pixels(left, width), pixels(top, height), width - pixels(right, width), height - pixels(bottom, height)];
  };
  const round = (said, { width, height }) => {
    const [radii, centre = "50% 50%"] = said.startsWith("at ") ? ["", said.slice(3)] : said.split(" at ");
    const [x, y] = centre.split(" ");
    const whole = Math.hypot(width, height) / Math.SQRT2;
    const [across, along = across] = radii.split(" ");
    const [a, b] = [pixels(across, along === across ? whole : width), pixels(along, along === across ? whole : height)];
    return [pixels(x, width) - a, pixels(y, height) - b, pixels(x, width) + a, pixels(y, height) + b];
  };
  const polygon = (said, { width, height }) => {
    const points = said.replace(/^(evenodd|nonzero), /, "").split(", ").map((point) => point.split(" "));
    const [across, along] = [points.map(([x]) => pixels(x, width)), points.map(([, y]) => pixels(y, height))];
    return [Math.min(...across), Math.min(...along), Math.max(...across), Math.max(...along)];
  };
  const SHAPES = { inset, circle: round, ellipse: round, polygon };
  // The rectangle around what a clip path leaves of a box; anywhere for shapes that are not known.
  const shapeOf = (clipPath, box) => {
    const [, kind, said] = /^(inset|circle|ellipse|polygon)\((.*?)\)/.exec(clipPath) ?? [];
    const [left, top, right, bottom] = kind ? SHAPES[kind](said, box) : [NaN];
    if (![left, top, right, bottom].every(Number.isFinite)) return ANYWHERE;
    return { left: box.left + left, top: box.top + top, right: box.left + right, bottom: box.top + bottom };
  };
  // The same for `clip: rect(top, right, bottom, left)`.
  const rectOf = (clip, box) => {
    const [top, right, bottom, left] = clip.slice(5, -1).split(", ").map(parseFloat);
    return {
      left: box.left + (left || 0), top: box.top + (top || 0),
      right: Number.isNaN(right) ? Infinity : box.left + right, bottom: Number.isNaN(bottom) ? Infinity : box.top + bottom,
    };
  };

  // What clips an element is around that which it is placed by.
  const clipFor = (element, inherited) => {
    const holder = element.offsetParent ?? null;
    let { clip } = inherited;
    while (clip.owner && !(holder && bench.holds(clip.owner, holder))) clip = clip.outer;
    return clip;
  };
  // Where an element can be seen, from where what it stands in can.
  bench.reachOf = (node, element, style, inherited, moving) => {
    const { position, clipPath } = style;
    if (moving.size && moving.has(node)) return bench.firstReach(bench.pageOf(node));
    let reach = inherited;
    if (position === "fixed") {
      const { innerWidth, innerHeight } = bench.pageOf(node).defaultView;
      const box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      reach = { clip: { owner: null, outer: null, box }, cut: reach.cut, isClipped: true };
    } else if (position === "absolute" && reach.clip.owner) reach = { ...reach, clip: clipFor(element, reach) };
    if (clipPath !== "none") reach = { ...reach, isClipped: true, cut: common(reach.cut, shapeOf(clipPath, element.getBoundingClientRect())) };
    if ((position === "fixed" || position === "absolute") && style.clip !== "auto")
      reach = { ...reach, isClipped: true, cut: common(reach.cut, rectOf(style.clip, element.getBoundingClientRect())) };
    return reach;
  };

  // From where to where on one axis content can be seen: in a box that scrolls, from where its content begins.
  const span = (overflow, low, high, scrolled, isReversed, margin) => {
    if (overflow === "visible") return [-Infinity, Infinity];
    if (overflow === "auto" || overflow === "scroll") return [isReversed ? -Infinity : low - scrolled, Infinity];
    return overflow === "clip" ? [low - margin, high + margin] : [low, high];
  };
  // Most pages hand what their body says of scrolling on to the window.
  const scrollsItself = (body, { overflow }) =>
    /auto|scroll/.test(overflow) && getComputedStyle(bench.pageOf(body).documentElement).overflow !== "visible";
  const UNCLIPPED = /^(inline|contents|table-.*)$/;
  // Where the content of an element can be seen, from where the element can.
  bench.reachIn = (node, element, style, reach, moving) => {
    if (style.contentVisibility === "hidden") return { ...reach, isClipped: true, cut: NOWHERE };
    if (style.overflow === "visible" || (UNCLIPPED.test(style.display) && element.tagName !== "svg")) return reach;
    if (element.tagName === "BODY" && !scrollsItself(node, style)) return reach;
    const box = element.getBoundingClientRect();
    if (moving.size && moving.has(node) && box.width > SPECK && box.height > SPECK) return reach;
    const { overflowX, overflowY, flexDirection, direction, writingMode } = style;
    const margin = parseFloat(style.overflowClipMargin?.replace(/^[a-z-]+ /, "")) || 0;
    const isTurned = /-reverse$/.test(flexDirection) || writingMode !== "horizontal-tb";
    const [left, right] = span(overflowX, box.left, box.right, element.scrollLeft, isTurned || direction === "rtl", margin);
    const [top, bottom] = span(overflowY, box.top, box.bottom, element.scrollTop, isTurned, margin);
    const area = { left, top, right, bottom };
    const { clip, cut } = reach;
    // What scrolls brings its content to where it is seen itself, if it is.
    const scrolls = right === Infinity || bottom === Infinity;
    if (scrolls && bench.isOut(box, reach)) return { ...reach, isClipped: true, clip: { owner: node, outer: clip, box: NOWHERE } };
    const outer = {
      left: right === Infinity ? -Infinity : clip.box.left, top: bottom === Infinity ? -Infinity : clip.box.top,
      right: right === Infinity ? Infinity : clip.box.right, bottom: bottom === Infinity ? Infinity : clip.box.bottom,
    };
    return { ...reach, isClipped: true, clip: { owner: node, outer: clip, box: common(area, outer) }, cut: scrolls ? ANYWHERE : cut };
  };
}
