// Which controls of a page the keyboard has to reach, which of them it reached, and how each looks while it has the focus.
// Loaded only where accessibility is asked for. The keys themselves are pressed from outside.
({ mostControls, longestName }) => {
  const { bench } = globalThis;
  if (bench.startWalk) return;
  const { plain, squeeze, clip, roleOf, nameOf, getter } = bench;
  const tabIndex = getter(HTMLElement.prototype, "tabIndex");

  const NATIVE = "a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, audio[controls], video[controls], [contenteditable]:not([contenteditable=false])";
  const WIDGET = /^(button|link|checkbox|radio|switch|tab|menuitem|menuitemcheckbox|menuitemradio|option|slider|spinbutton|textbox|searchbox|combobox|treeitem)$/;
  // Parts of these are reached with the arrow keys once one of them, or the whole, has the focus.
  const COMPOSITE = "[role=tablist], [role=listbox], [role=menu], [role=menubar], [role=radiogroup], [role=tree], [role=grid], [role=treegrid], [role=toolbar]";
  const PART = /^(tab|option|menuitem|menuitemcheckbox|menuitemradio|radio|treeitem|gridcell|row|button|link)$/;
  const INLINE_HANDLER = "[onclick], [onmousedown], [onpointerdown], [ontouchstart]";
  // Letters of the longest text that is taken for the label of a control.
  const LONGEST_LABEL = 40;

  const saidRole = (element) => (plain(element).getAttribute("role") ?? "").trim().split(/\s+/)[0].toLowerCase();
  const isNative = (element) => plain(element).matches(NATIVE) && (element.tagName !== "SUMMARY" || bench.parentOf(element)?.tagName === "DETAILS");
  const isControl = (element) => isNative(element) || WIDGET.test(saidRole(element));
  const tabStop = (element) => (element instanceof HTMLElement ? tabIndex(element) : Number(plain(element).getAttribute("tabindex") ?? -1));
  const isRendered = (element) => plain(element).checkVisibility({ visibilityProperty: true });
  const isFocusable = (element) => (isNative(element) || (plain(element).hasAttribute("tabindex") && tabStop(element) >= 0)) && isRendered(element);
  const isOff = (element) => plain(element).closest(":disabled, [aria-disabled=true], [inert]") !== null;
  const isShown = (element) => {
    const box = plain(element).getBoundingClientRect();
    const { scrollX, scrollY } = bench.pageOf(element).defaultView;
    return bench.isShown(element) && box.right + scrollX > 0 && box.bottom + scrollY > 0;
  };
  // True for a control that can be used: shown, enabled, and not kept from screen readers.
  const isUsable = (element) => isShown(element) && !isOff(element) && plain(element).closest("[aria-hidden=true]") === null;
  const someAbove = (element, test) => {
    for (let outer = bench.above(element); outer; outer = bench.above(outer)) if (test(outer)) return true;
    return false;
  };
  const someInside = (element, test) => Array.from(plain(element).querySelectorAll("*")).some(test);
  const compositeOf = (element) => (PART.test(saidRole(element) || roleOf(plain(element))) ? plain(element).closest(COMPOSITE) : null);
  const words = (element) => {
    const node = plain(element);
    const name = nameOf(node, roleOf(node) || "button")[0] || squeeze(clip(node.innerText ?? node.textContent ?? "", 400));
    const role = saidRole(element) ? ` role=${clip(saidRole(element), 20)}` : "";
    return `<${node.tagName.toLowerCase()}${role}> ${JSON.stringify(clip(name, longestName))}`;
  };
  const everyElement = function* () {
    for (const tree of bench.trees().trees) yield* plain(tree).querySelectorAll("*");
  };
  const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  // Elements with listeners for the pointer, as the browser says: noted from outside before the walk.
  const pressable = new Set();
  bench.notePressable = (element) => pressable.add(element);
  // Tables have listeners on cells for selecting and editing, whether that is on or not.
  const CELL = "td, th, tr, [role=cell], [role=gridcell], [role=row], [role=rowheader], [role=columnheader]";
  // A listener alone may be there for later content; on a few words without boxes of their own it is a control's.
  const isPressed = (element) => {
    const node = plain(element);
    if (node.matches(INLINE_HANDLER)) return true;
    return pressable.has(element) && !node.matches(CELL) && squeeze(node.textContent ?? "").length <= LONGEST_LABEL && !node.querySelector("*:not(span, i, b, em, strong, small, svg, svg *, img)");
  };
  const showsHand = (element) => {
    const hasHand = (one) => getComputedStyle(one).cursor === "pointer";
    const parent = bench.above(element);
    return hasHand(element) && (parent === null || !hasHand(parent));
  };
  const PICTURE = "img, svg, canvas, picture";
  const ENTRY = "li, article, figure, tr, [role=listitem], [role=article], [role=row]";
  // True for an element that works as a control and that no key reaches.
  const isForPointerOnly = (element) => {
    const node = plain(element);
    if (/^(HTML|BODY|MAIN|FORM|OPTION|OPTGROUP)$/.test(node.tagName)) return false;
    if (node.tagName === "LABEL" && node.control) {
      return !isOff(node.control) && !isRendered(node.control) && isShown(element) && !someInside(element, isFocusable);
    }
    // A label that hands the focus on to what it names is no control of its own.
    const named = node.tagName === "LABEL" && node.id ? `[aria-labelledby~=${CSS.escape(node.id)}]` : null;
    if (named && someAbove(element, (outer) => plain(outer).querySelector(named))) return false;
    if (!(isPressed(element) || showsHand(element)) || !isUsable(element)) return false;
    const box = node.getBoundingClientRect();
    const hasPicture = node.matches(PICTURE) || node.querySelector(PICTURE) !== null;
    const hasContent = hasPicture || /\S/.test(node.textContent ?? "") || getComputedStyle(element).backgroundImage !== "none";
    if (!hasContent || box.width * box.height > (innerWidth * innerHeight) / 2) return false;
    // A picture that leads where the link of its entry leads is no control of its own.
    if (hasPicture && node.closest(ENTRY)?.querySelector("a[href], [role=link]")) return false;
    const control = node.closest("label")?.control;
    if (control && isRendered(control)) return false;
    const isKeyed = (one) => isFocusable(one) || isControl(one);
    return !isKeyed(element) && !someInside(element, isKeyed) && !someAbove(element, isKeyed);
  };
  // A button in or beside a field whose own keys do the same, as that which opens a combobox, need not be reached.
  const BESIDE_IT = ":scope > :is([role=combobox], [role=spinbutton], input[type=number], input[list])";
  const isHelper = (element) => {
    if (tabStop(element) >= 0) return false;
    const parent = bench.parentOf(element);
    return someAbove(element, (outer) => /^(spinbutton|slider|combobox)$/.test(saidRole(outer))) || parent?.querySelector?.(BESIDE_IT) != null;
  };

  let walk = null;
  // Begins a walk: notes all controls that have to be reached. Returns how many, and whether those are all.
  bench.startWalk = () => {
    const controls = [];
    let isWhole = true;
    const modal = bench.page.querySelector(":modal");
    for (const element of everyElement()) {
      if (modal && !bench.holds(modal, element)) continue;
      const isReal = isControl(element) && isUsable(element) && !isHelper(element);
      if (!isReal && !isForPointerOnly(element)) continue;
      isWhole = controls.length < mostControls;
      if (!isWhole) break;
      controls.push({ element, isReal, said: words(element) });
    }
    addEventListener("keydown", noteLook, true);
    walk = { controls, stops: [], places: new Map(), last: -1 };
    for (const element of [...bench.focused()].reverse()) plain(element).blur?.();
    return { controls: controls.length, isWhole };
  };

  const COLOR = /[a-z]+\([^)]*\)/g;
  const STYLES = ["backgroundColor", "backgroundImage", "color", "textDecoration", "opacity", "transform", "filter", "fill", "stroke", "clip", "clipPath", "left", "top", "width", "height", "fontWeight", "scale", "translate"];
  const isClear = (color) => bench.channels(color)[3] < 0.05;
  const paint = (element, pseudo) => {
    const style = getComputedStyle(element, pseudo);
    if (pseudo && style.content === "none") return "";
    const hasOutline = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) !== 0 && !isClear(style.outlineColor);
    const outline = hasOutline ? [style.outlineStyle, style.outlineWidth, style.outlineColor, style.outlineOffset] : [];
    const shadow = (style.boxShadow.match(COLOR) ?? []).some((color) => !isClear(color)) ? style.boxShadow : "";
    const edges = ["Top", "Right", "Bottom", "Left"].map((side) => {
      const [width, line, color] = ["Width", "Style", "Color"].map((part) => style[`border${side}${part}`]);
      return parseFloat(width) ? `${width} ${line} ${color}` : "";
    });
    return [...outline, shadow, ...edges, ...STYLES.map((name) => style[name])].join("|");
  };
  const some = (elements) => [...elements].slice(0, 30);
  // How an element looks, and what may show its focus in its stead: labels, parts, what is beside it and around it.
  const lookOf = (element) => {
    const node = plain(element);
    const parent = bench.parentOf(element);
    // What shows the focus of another stop is no mark of this one.
    const isOther = (other) => other !== element && (isFocusable(other) || someAbove(other, (outer) => outer !== element && !bench.holds(outer, element) && isFocusable(outer)));
    const beside = parent ? some(plain(parent).querySelectorAll("*")).filter((other) => !isOther(other)) : [];
    const parts = [element, ...(node.labels ?? []), ...some(node.querySelectorAll("*")), ...beside];
    let outer = element;
    for (let level = 0; level < 3 && (outer = bench.above(outer)); level++) parts.push(outer);
    for (const animation of outer ? plain(outer).getAnimations({ subtree: true }) : []) if (animation instanceof CSSTransition) animation.finish();
    return [...new Set(parts)].filter(isShown).flatMap((part) => [paint(part), paint(part, "::before"), paint(part, "::after")]).join("\n");
  };
  const WRITTEN = /^(text|search|email|password|tel|url|number|date|datetime-local|month|time|week)$/;
  const hasCaret = (element) => {
    const node = plain(element);
    const isWritten = node.isContentEditable || node.tagName === "TEXTAREA" || (node.tagName === "INPUT" && WRITTEN.test(node.type));
    return isWritten && !node.readOnly && isShown(element) && !isClear(getComputedStyle(element).caretColor);
  };
  // The last stop, where it is still to be judged.
  const openStop = () => {
    const stop = walk?.stops[walk.last];
    return stop && stop.isMarked === null && bench.isThere(stop.element) ? stop : null;
  };
  // Some libraries draw the mark a moment after the focus has come: it is there at the latest when the next key is pressed.
  const noteLook = () => {
    const stop = openStop();
    if (stop) stop.laterLook = lookOf(stop.element);
  };
  const judgeLast = () => {
    const stop = openStop();
    if (!stop || bench.focused().has(stop.element)) return;
    const now = lookOf(stop.element);
    stop.isMarked = stop.hasCaret || now !== stop.look || now !== stop.laterLook;
  };
  // Elements in which the focus has several places of their own.
  const MULTIPLE = "iframe, frame, object, embed, audio, video, input:is([type=date], [type=datetime-local], [type=month], [type=time], [type=week])";
  // Where the focus is after a key: -1 where nothing of the page has it; null where there is no walk, as after the page
  // has led elsewhere. What a page does at once about a change of focus, as taking it back, is done when its timers have run.
  bench.stepped = async () => {
    await later(0);
    if (walk === null) return null;
    const element = [...bench.focused()].at(-1) ?? null;
    const known = element ? walk.places.get(element) : -1;
    const at = known ?? walk.stops.length;
    const isSame = at === walk.last;
    if (!isSame) judgeLast();
    walk.last = at;
    if (element === null) return { at, isSame };
    if (known === undefined) {
      walk.places.set(element, at);
      const look = lookOf(element);
      walk.stops.push({ element, look, laterLook: look, hasCaret: hasCaret(element), isMarked: null, said: words(element) });
    }
    const mayStay = plain(element).matches(MULTIPLE) || plain(element).tagName.includes("-");
    return { at, isNew: known === undefined, isSame, mayStay, said: walk.stops[at].said };
  };
  // The control that takes the focus by itself within some time; empty if none does.
  bench.takenBack = async (milliseconds) => {
    const before = await bench.stepped();
    await later(milliseconds);
    const after = await bench.stepped();
    return before.at === after.at ? "" : (after.said ?? "the page itself");
  };
  // Focuses again the stops at which the focus was not seen, and waits for a mark that is drawn late, within some time.
  // As many unmarked stops as asked for are enough. Resolves to false where time did not suffice for any.
  bench.revisit = async (pause, most, milliseconds) => {
    judgeLast();
    walk.last = -1;
    const end = performance.now() + milliseconds;
    let confirmed = 0;
    for (const stop of walk.stops.filter((one) => one.isMarked === false)) {
      if (performance.now() > end) return confirmed > 0;
      const { element } = stop;
      if (!bench.isThere(element)) continue;
      plain(element).focus();
      if (!bench.focused().has(element)) continue;
      await later(pause);
      const look = lookOf(element);
      plain(element).blur();
      await later(pause);
      stop.isMarked = !bench.isThere(element) || lookOf(element) !== look;
      confirmed += stop.isMarked ? 0 : 1;
      if (confirmed >= most) break;
    }
    return true;
  };
  const isReached = ({ element, isReal }) => {
    if (!isReal) return false;
    if (walk.places.has(element)) return true;
    const node = plain(element);
    const composite = compositeOf(element);
    return walk.stops.map((stop) => plain(stop.element)).some((stop) => {
      if (node.tagName === "INPUT" && node.type === "radio") return stop.type === "radio" && stop.name === node.name && stop.form === node.form;
      if (composite) return bench.holds(composite, stop) || (stop.getAttribute("aria-controls") ?? "").split(/\s+/).includes(composite.id || "-");
      return node.tagName === "A" && tabStop(element) < 0 && stop.tagName === "A" && stop.href === node.href;
    });
  };
  // Controls that are still there and got no stop, and stops at which the focus could not be seen.
  bench.endWalk = () => {
    if (walk === null) return null;
    judgeLast();
    const missed = walk.controls.filter((one) => bench.isThere(one.element) && (!one.isReal || (isShown(one.element) && !isOff(one.element))) && !isReached(one));
    return {
      missed: missed.map(({ said, isReal }) => (isReal ? said : `${said}, which reacts to a pointer alone`)),
      unmarked: walk.stops.filter((stop) => stop.isMarked === false).map(({ said }) => said),
      stops: walk.stops.length,
    };
  };

  // Controls whose keys the browser does not provide: with a role, or focusable and pressed by a pointer.
  let madeUp = [];
  bench.listMadeUp = (most) => {
    madeUp = [];
    for (const element of everyElement()) {
      if (isNative(element) || compositeOf(element) || !isFocusable(element) || !isUsable(element)) continue;
      const role = saidRole(element);
      const isBare = role === "" && (plain(element).matches(INLINE_HANDLER) || pressable.has(element)) && !someInside(element, isFocusable);
      if (isBare || /^(button|link|checkbox|switch)$/.test(role)) madeUp.push(element);
      if (madeUp.length >= most) break;
    }
    return madeUp.map(words);
  };
  // Focuses one of them; false where it is gone or does not take the focus.
  bench.faceMadeUp = (number) => {
    const element = madeUp[number];
    if (!element || !bench.isThere(element) || !isShown(element)) return false;
    element.focus();
    return bench.focused().has(element);
  };
  let hasEffect = false;
  let address = "";
  const noteEffect = () => {
    hasEffect = true;
  };
  const watcher = new MutationObserver(noteEffect);
  const onKey = (event) => {
    if (event.key !== "Escape") queueMicrotask(() => event.defaultPrevented && noteEffect());
  };
  // Notes from now on whether anything comes of a key.
  bench.watchKeys = () => {
    [hasEffect, address] = [false, location.href];
    watcher.disconnect();
    watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    addEventListener("click", noteEffect, true);
    addEventListener("keydown", onKey);
  };
  bench.effectOfKeys = () => hasEffect || location.href !== address;
}
