// What a person can see of words: they are neither transparent nor clipped to nothing, on the page, and of another
// colour than what is behind them.
() => {
  const bench = globalThis.bench;
  if (bench.isSeen) return;
  const ALIKE = 4;
  const NO_COLOR = "rgba(0, 0, 0, 0)";
  const CLIPPED_AWAY = /^inset\((?:[5-9]\d|100)%|^circle\(0/;
  const PICTURE = /^(img|canvas|video|svg|picture|embed)$/i;

  // Red, green, blue and opacity of a colour as getComputedStyle writes it; null where it is written otherwise.
  const channels = (color) => {
    const said = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(color);
    return said && [Number(said[1]), Number(said[2]), Number(said[3]), Number(said[4] ?? 1)];
  };
  const known = new Map();
  const areAlike = (color, paper) => {
    const pair = `${color}/${paper}`;
    if (!known.has(pair)) {
      const [ink, behind] = [channels(color), channels(paper)];
      known.set(pair, ink !== null && behind !== null && ink[3] === 1 && [0, 1, 2].every((i) => Math.abs(ink[i] - behind[i]) <= ALIKE));
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
  // Something else is drawn beneath an element that stands over it, as a picture under its caption.
  const isOverOther = (element) => {
    const box = element.getBoundingClientRect();
    // Where its words begin and in its middle.
    const points = [Math.min(box.width / 2, 12), box.width / 2];
    return points.flatMap((along) => bench.pageOf(element).elementsFromPoint(box.x + along, box.y + Math.min(box.height / 2, 10))).some((other) => {
      if (bench.reaches(other, element) || bench.reaches(element, other)) return false;
      const style = getComputedStyle(other);
      return PICTURE.test(bench.plain(other).tagName) || style.backgroundImage !== "none" || style.backgroundColor !== NO_COLOR;
    });
  };
  // Whether the words that stand directly in an element cannot be read: without size or colour, or coloured as the paper.
  bench.isBlank = (element, style, paper) => {
    if (style.fontSize === "0px" || parseFloat(style.textIndent) < -999) return true;
    const color = style.webkitTextFillColor;
    const isGone = color === NO_COLOR ? style.backgroundClip !== "text" : paper !== null && areAlike(color, paper);
    return isGone && style.textShadow === "none" && style.webkitTextStrokeWidth === "0px" && !isOverOther(element);
  };
  bench.isClippedAway = (style) => style.clipPath !== "none" && CLIPPED_AWAY.test(style.clipPath);

  const isShown = (element) => {
    for (let place = element; place; place = bench.pageOf(place).defaultView?.frameElement)
      if (!bench.plain(place).checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    return true;
  };

  // All of this for one element, whose words may be gone at the next look.
  bench.isSeen = (element) => {
    if (!isShown(element)) return false;
    const box = element.getBoundingClientRect();
    const view = bench.pageOf(element).defaultView;
    if (box.width <= 2 || box.height <= 2 || box.right + view.scrollX <= 0 || box.bottom + view.scrollY <= 0) return false;
    const around = [];
    for (let place = element; place; place = bench.above(place)) around.unshift(getComputedStyle(place));
    if (around.some(bench.isClippedAway)) return false;
    const paper = around.slice(1).reduce((behind, style) => bench.paper(style, behind), bench.firstPaper());
    return !bench.isBlank(element, around.at(-1), paper);
  };
}
