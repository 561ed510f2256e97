// Which controls of a page the keyboard has to reach, which of them it reached, and how each looks while it has the focus.
// Loaded only where accessibility is asked for. The keys themselves are pressed from outside.
({ mostControls, longestName }) => {
  const bench = globalThis.bench;
  if (bench.startWalk) return;
  const { plain, squeeze, clip, roleOf, nameOf, getter } = bench;
  const tabIndex = getter(HTMLElement.prototype, "tabIndex");

  const NATIVE = "a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, audio[controls], video[controls], [contenteditable]:not([contenteditable=false])";
  const WIDGET = /^(button|link|checkbox|radio|switch|tab|menuitem|menuitemcheckbox|menuitemradio|option|slider|spinbutton|textbox|searchbox|combobox|treeitem)$/;
  // Parts of these are reached with the arrow keys once one of them, or the whole, has the focus.
  const COMPOSITE = "[role=tablist], [role=listbox], [role=menu], [role=menubar], [role=radiogroup], [role=tree], [role=grid], [role=treegrid], [role=toolbar]";
  const PART = /^(tab|option|menuitem|menuitemcheckbox|menuitemradio|radio|treeitem|gridcell|row|button|link)$/;
  const PRESS = /^(click|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend)$/;
  const INLINE_HANDLER = "[onclick], [onmousedown], [onpointerdown], [ontouchstart]";
  const LONGEST_LABEL = 40;
  // Elements in which the focus has several places of their own.
  const MULTIPLE = /^(date|datetime-local|month|time|week)$/;
  const WRITTEN = /^(text|search|email|password|tel|url|number|date|datetime-local|month|time|week)$/;

  const saidRole = (element) => (plain(element).getAttribute("role") ?? "").trim().split(/\s+/)[0].toLowerCase();
  const isNative = (element) => plain(element).matches(NATIVE) && (plain(element).tagName !== "SUMMARY" || bench.parentOf(element)?.tagName === "DETAILS");
  const tabStop = (element) => (element instanceof HTMLElement ? tabIndex(element) : Number(plain(element).getAttribute("tabindex") ?? -1));
  const isControl = (element) => isNative(element) || WIDGET.test(saidRole(element));
  const isRendered = (element) => plain(element).checkVisibility({ visibilityProperty: true });
  const isFocusable = (element) => (isNative(element) || (plain(element).hasAttribute("tabindex") && tabStop(element) >= 0)) && isRendered(element);
  const isOff = (element) => plain(element).closest(":disabled, [aria-disabled=true], [inert]") !== null;
  const isSilent = (element) => plain(element).closest("[aria-hidden=true]") !== null;
  const isShown = (element) => {
    const node = plain(element);
    if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const box = node.getBoundingClientRect();
    const page = bench.pageOf(element).defaultView;
    return box.width > 1 && box.height > 1 && box.right + page.scrollX > 0 && box.bottom + page.scrollY > 0;
  };
  const someAbove = (element, test) => {
    for (let place = bench.above(element); place; place = bench.above(place)) if (test(place)) return place;
    return null;
  };
  const someInside = (element, test) => {
    for (const inner of plain(element).querySelectorAll("*")) if (test(inner)) return true;
    return false;
  };
  const compositeOf = (element) => {
    const role = saidRole(element);
    return PART.test(role || roleOf(plain(element))) ? plain(element).closest(COMPOSITE) : null;
  };
  const words = (element) => {
    const node = plain(element);
    const role = roleOf(node);
    const name = nameOf(node, role || "button")[0] || squeeze(clip(node.innerText ?? node.textContent ?? "", 400));
    return `<${node.tagName.toLowerCase()}${saidRole(element) ? ` role=${clip(saidRole(element), 20)}` : ""}> ${JSON.stringify(clip(name, longestName))}`;
  };

  // What reacts to a pointer, as the browser says of listeners: set from outside before the walk.
  const pressable = new Set();
  bench.notePressable = (element) => pressable.add(element);

  const isLarge = (element) => {
    const box = plain(element).getBoundingClientRect();
    return box.width * box.height > (innerWidth * innerHeight) / 2;
  };
  const hasContent = (element) => /\S/.test(plain(element).textContent ?? "") || plain(element).querySelector("img, svg, canvas") !== null || getComputedStyle(element).backgroundImage !== "none";
  // A listener alone may be there for what stands inside later; on a few words without boxes of their own it is a control's.
  // On cells, tables set them for selecting and editing, whether that is on or not.
  const CELL = "td, th, tr, [role=cell], [role=gridcell], [role=row], [role=rowheader], [role=columnheader]";
  const looksPressable = (element) => {
    const node = plain(element);
    if (node.matches(INLINE_HANDLER)) return true;
    return pressable.has(element) && !node.matches(CELL) && squeeze(node.textContent ?? "").length <= LONGEST_LABEL && !node.querySelector("*:not(span, i, b, em, strong, small, svg, svg *, img)");
  };
  const showsHand = (element) => {
    if (getComputedStyle(element).cursor !== "pointer") return false;
    const parent = bench.above(element);
    return parent === null || getComputedStyle(parent).cursor !== "pointer";
  };
  const isPointed = (element) => looksPressable(element) || showsHand(element);
  // A picture that leads where the link of its entry leads is no control of its own.
  const ENTRY = "li, article, figure, tr, [role=listitem], [role=article], [role=row]";
  const isPictureBesideLink = (element) => {
    const node = plain(element);
    const isPicture = node.matches("img, svg, canvas, picture") || node.querySelector("img, svg, canvas") !== null;
    return isPicture && node.closest(ENTRY)?.querySelector("a[href], [role=link]") != null;
  };
  const isForPointerOnly = (element) => {
    const node = plain(element);
    if (/^(HTML|BODY|MAIN|FORM|OPTION|OPTGROUP)$/.test(node.tagName)) return false;
    if (node.tagName === "LABEL" && node.control) {
      if (isOff(node.control) || isRendered(node.control)) return false;
      return isShown(element) && !someInside(element, isFocusable);
    }
    // A label that hands the focus on to what it names is no control of its own.
    if (node.tagName === "LABEL" && node.id && someAbove(element, (outer) => plain(outer).querySelector(`[aria-labelledby~=${CSS.escape(node.id)}]`))) return false;
    if (!isPointed(element) || isControl(element) || isFocusable(element)) return false;
    if (isSilent(element) || isOff(element) || isLarge(element) || !isShown(element) || !hasContent(element)) return false;
    if (isPictureBesideLink(element)) return false;
    const label = node.closest("label");
    if (label?.control && isRendered(label.control)) return false;
    return !someInside(element, (inner) => isFocusable(inner) || isControl(inner)) && !someAbove(element, (outer) => isFocusable(outer) || isControl(outer));
  };
  // A button in or beside a field whose own keys do the same, as that which opens a combobox, is none to be reached.
  const BESIDE_IT = ":scope > :is([role=combobox], [role=spinbutton], input[type=number], input[list])";
  const isHelper = (element) => {
    if (tabStop(element) >= 0) return false;
    return someAbove(element, (outer) => /^(spinbutton|slider|combobox)$/.test(saidRole(outer))) !== null || bench.parentOf(element)?.querySelector?.(BESIDE_IT) != null;
  };

  let walk = null;
  const everyElement = function* () {
    for (const tree of bench.trees().trees) yield* plain(tree).querySelectorAll("*");
  };
  // Begins a walk: notes all controls that are there to be reached. Says how many, and whether those are all.
  bench.startWalk = () => {
    const controls = [];
    let isWhole = true;
    const modal = bench.page.querySelector(":modal");
    for (const element of everyElement()) {
      if (modal && !bench.holds(modal, element)) continue;
      const isReal = isControl(element) && !isOff(element) && !isSilent(element) && isShown(element) && !isHelper(element);
      if (!isReal && !isForPointerOnly(element)) continue;
      if (controls.length >= mostControls) {
        isWhole = false;
        break;
      }
      controls.push({ element, isReal, said: words(element) });
    }
    if (!walk) addEventListener("keydown", noteLook, true);
    walk = { controls, stops: [], places: new Map(), last: -1 };
    for (const element of [...bench.focused()].reverse()) plain(element).blur?.();
    return { controls: controls.length, isWhole };
  };

  const RGBA = /rgba?\([^)]*\)|[a-z]+\([^)]*\)/g;
  const isClear = (color) => bench.channels(color)[3] < 0.05;
  const outlineOf = (style) => (style.outlineStyle === "none" || parseFloat(style.outlineWidth) === 0 || isClear(style.outlineColor) ? "" : `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor} ${style.outlineOffset}`);
  const shadowOf = (style) => ((style.boxShadow.match(RGBA) ?? []).some((color) => !isClear(color)) ? style.boxShadow : "");
  const PLAIN = ["backgroundColor", "backgroundImage", "color", "textDecoration", "opacity", "transform", "filter", "fill", "stroke", "clip", "clipPath", "left", "top", "width", "height", "fontWeight", "scale", "translate"];
  const SIDES = ["Top", "Right", "Bottom", "Left"];
  const paint = (element, pseudo) => {
    const style = getComputedStyle(element, pseudo);
    if (pseudo && style.content === "none") return "";
    const edges = SIDES.map((side) => (parseFloat(style[`border${side}Width`]) ? `${style[`border${side}Width`]} ${style[`border${side}Style`]} ${style[`border${side}Color`]}` : ""));
    return [outlineOf(style), shadowOf(style), ...edges, ...PLAIN.map((name) => style[name])].join("|");
  };
  const finished = (element) => {
    for (const animation of plain(element).getAnimations({ subtree: true })) if (animation instanceof CSSTransition) animation.finish();
  };
  const MOST_PARTS = 30;
  const some = (elements) => [...elements].slice(0, MOST_PARTS);
  // How an element and what may show its focus in its stead look: labels, parts, what stands beside it or is it in.
  const lookOf = (element) => {
    const node = plain(element);
    const parent = bench.parentOf(element);
    // What shows the focus of another stop is no mark of this one.
    const isOther = (other) => other !== element && (isFocusable(other) || someAbove(other, (outer) => outer !== element && !bench.holds(outer, element) && isFocusable(outer)));
    const beside = parent ? some(plain(parent).querySelectorAll("*")).filter((other) => !isOther(other)) : [];
    const around = [...(node.labels ?? []), ...some(node.querySelectorAll("*")), ...beside];
    let place = element;
    for (let level = 0; level < 3 && (place = bench.above(place)); level++) around.push(place);
    if (place) finished(place);
    const parts = isShown(element) ? [paint(element), paint(element, "::before"), paint(element, "::after")] : [];
    for (const other of around) if (other !== element && isShown(other)) parts.push(paint(other), paint(other, "::before"), paint(other, "::after"));
    return parts.join("\n");
  };
  const hasCaret = (element) => {
    const node = plain(element);
    const isWritten = node.isContentEditable || node.tagName === "TEXTAREA" || (node.tagName === "INPUT" && WRITTEN.test(node.type));
    return isWritten && !node.readOnly && isShown(element) && !isClear(getComputedStyle(element).caretColor);
  };
  const judgeLast = () => {
    const stop = walk.stops[walk.last];
    if (!stop || stop.isMarked !== null || !bench.isThere(stop.element) || bench.focused().has(stop.element)) return;
    const now = lookOf(stop.element);
    stop.isMarked = stop.hasCaret || now !== stop.look || now !== stop.laterLook;
  };
  // Some libraries draw the mark a moment after the focus has come: it is there at the latest when the next key is pressed.
  const noteLook = () => {
    const stop = walk?.stops[walk.last];
    if (stop && stop.isMarked === null && bench.isThere(stop.element)) stop.laterLook = lookOf(stop.element);
  };
  // Where the focus is after a key: -1 where nothing of the page has it; null where there is no walk, as after the page
  // has led elsewhere.
  bench.stepped = () => {
    if (walk === null) return null;
    const element = [...bench.focused()].at(-1) ?? null;
    const before = walk.last;
    if (element === null) {
      judgeLast();
      walk.last = -1;
      return { at: -1, isNew: false, isSame: before === -1, mayStay: false };
    }
    const known = walk.places.get(element);
    const at = known ?? walk.stops.length;
    if (at !== before) judgeLast();
    if (known === undefined) {
      walk.places.set(element, at);
      const look = lookOf(element);
      walk.stops.push({ element, look, laterLook: look, hasCaret: hasCaret(element), isMarked: null, said: words(element) });
    }
    walk.last = at;
    const node = plain(element);
    const mayStay = MULTIPLE.test(node.type ?? "") || /^(IFRAME|FRAME|OBJECT|EMBED|AUDIO|VIDEO)$/.test(node.tagName) || node.tagName.includes("-");
    return { at, isNew: known === undefined, isSame: at === before, mayStay, said: walk.stops[at].said };
  };

  const isReached = ({ element, isReal }) => {
    if (!isReal) return false;
    if (walk.places.has(element)) return true;
    const node = plain(element);
    const stops = walk.stops.map((stop) => stop.element);
    if (node.tagName === "INPUT" && node.type === "radio") return stops.some((stop) => stop.type === "radio" && stop.name === node.name && stop.form === node.form);
    const composite = compositeOf(element);
    if (composite) return stops.some((stop) => bench.holds(composite, stop) || (stop.getAttribute("aria-controls") ?? "").split(/\s+/).includes(composite.id || "-"));
    if (node.tagName === "A" && tabStop(element) < 0) return stops.some((stop) => stop.tagName === "A" && stop.href === node.href);
    return false;
  };
  // Gives the focus back to a stop at which it was not seen, as the walk may have been too quick for what draws the mark.
  bench.revisit = () => {
    judgeLast();
    walk.last = -1;
    walk.again = walk.stops.find((stop) => stop.isMarked === false && !stop.isRevisited) ?? null;
    if (walk.again === null) return "none left";
    walk.again.isRevisited = true;
    const { element } = walk.again;
    if (!bench.isThere(element)) return "not focused";
    plain(element).focus();
    return bench.focused().has(element) ? "focused" : "not focused";
  };
  // Takes the focus from it again, once the mark had time to come.
  bench.leaveRevisited = () => {
    walk.again.look = lookOf(walk.again.element);
    plain(walk.again.element).blur();
    return true;
  };
  // Whether it looks otherwise now, once the mark had time to go.
  bench.judgeRevisited = () => {
    const { again } = walk;
    again.isMarked = !bench.isThere(again.element) || lookOf(again.element) !== again.look;
    return again.isMarked;
  };
  // Controls that no stop was for and that are still there, and stops at which the focus could not be seen.
  bench.endWalk = () => {
    if (walk === null) return null;
    judgeLast();
    const missed = walk.controls.filter((one) => bench.isThere(one.element) && (!one.isReal || (isShown(one.element) && !isOff(one.element))) && !isReached(one));
    const tell = (found) => found.map(({ said, isReal }) => (isReal === false ? `${said}, which reacts to a pointer alone` : said));
    return { missed: tell(missed), unmarked: tell(walk.stops.filter((stop) => stop.isMarked === false)), stops: walk.stops.length };
  };

  // Controls whose keys the browser does not provide: with a role, or focusable and pressed by a pointer.
  const madeUp = [];
  const KEYED = /^(button|link|checkbox|switch)$/;
  bench.listMadeUp = (most) => {
    madeUp.length = 0;
    for (const element of everyElement()) {
      if (isNative(element) || compositeOf(element) || !isFocusable(element) || isOff(element) || isSilent(element) || !isShown(element)) continue;
      if (KEYED.test(saidRole(element)) || (!saidRole(element) && (plain(element).matches(INLINE_HANDLER) || pressable.has(element)) && !someInside(element, isFocusable))) madeUp.push(element);
      if (madeUp.length >= most) break;
    }
    return madeUp.map(words);
  };
  let effects = null;
  let watcher = null;
  const onClick = () => { if (effects) effects.clicked = true; };
  const onKey = (event) => { if (effects && event.key !== "Escape") queueMicrotask(() => { if (effects && event.defaultPrevented) effects.prevented = true; }); };
  // Focuses one of them; false where it is gone or does not take the focus.
  bench.faceMadeUp = (number) => {
    const element = madeUp[number];
    if (!element || !bench.isThere(element) || !isShown(element)) return false;
    element.focus();
    return bench.focused().has(element);
  };
  // From now on it is noted whether anything comes of a key.
  bench.watchKeys = () => {
    effects = { clicked: false, prevented: false, changed: false, url: location.href };
    watcher?.disconnect();
    watcher = new MutationObserver(() => { if (effects) effects.changed = true; });
    watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    addEventListener("click", onClick, true);
    addEventListener("keydown", onKey);
    return true;
  };
  bench.effectOfKeys = () => effects !== null && (effects.clicked || effects.prevented || effects.changed || location.href !== effects.url);
}
