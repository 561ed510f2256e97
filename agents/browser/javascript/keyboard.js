// Which controls the keyboard has to reach, and which it reached: loaded where accessibility is asked for.
(mostControls) => {
  const { bench } = globalThis;
  if (bench.startWalk) return;
  const { plain, squeeze, wordsOf, saidRole, isNative, isControl } = bench;
  // Parts of these are operated with the arrow keys once one of them, or the whole, has the focus.
  const COMPOSITE = ":is([role=tablist], [role=listbox], [role=menu], [role=menubar], [role=radiogroup], [role=tree], [role=grid], [role=treegrid], [role=toolbar], [role=spinbutton], [role=slider], [role=combobox])";

  const isRendered = (element) => plain(element).checkVisibility({ visibilityProperty: true });
  const isFocusable = (element) => (isNative(element) || (plain(element).hasAttribute("tabindex") && plain(element).tabIndex >= 0)) && isRendered(element);
  const isOff = (element) => plain(element).closest(":disabled, [aria-disabled=true], [inert]") !== null;
  const isShown = (element) => {
    const box = plain(element).getBoundingClientRect();
    return bench.isShown(element) && box.right + scrollX > 0 && box.bottom + scrollY > 0;
  };
  // True for a control that can be used: shown, enabled, and not kept from screen readers.
  const isUsable = (element) => isShown(element) && !isOff(element) && plain(element).closest("[aria-hidden=true]") === null;
  const someInside = (element, test) => Array.from(plain(element).querySelectorAll("*")).some(test);

  // Elements with listeners for the pointer, as the browser says: noted from outside before the walk.
  const pressable = new Set();
  bench.notePressable = (element) => pressable.add(element);
  // A listener may also be there for content that comes later, as on the cells of a table; on a few words without boxes of
  // their own it is a control's.
  const BOX = "td, th, tr, [role=cell], [role=gridcell], [role=row], [role=rowheader], [role=columnheader], :has(:not(span, i, b, em, strong, small, svg, svg *, img))";
  const isPressed = (element) => pressable.has(element) && squeeze(plain(element).textContent).length <= 40 && !plain(element).matches(BOX);
  const hasHand = (element) => element !== null && getComputedStyle(element).cursor === "pointer";
  const isKeyed = (element) => isFocusable(element) || isControl(element);
  const isInKeyed = (element) => element !== null && (isKeyed(element) || isInKeyed(bench.above(element)));
  // Why an element seems to be a control that no key reaches: it hears the pointer, or only shows a hand; empty if neither.
  const pointerSign = (element) => {
    const node = plain(element);
    if (node.tagName === "LABEL" && node.control && !isRendered(node.control)) {
      return !isOff(node.control) && isShown(element) && !someInside(element, isFocusable) ? "key" : "";
    }
    const sign = isPressed(element) ? "press" : hasHand(element) && !hasHand(bench.above(element)) ? "hand" : "";
    if (!sign || !isUsable(element) || /^(HTML|BODY|MAIN|FORM|OPTION|OPTGROUP)$/.test(node.tagName)) return "";
    // A picture leads where the link of its entry leads, and a label hands the focus on to what it names.
    const isPicture = node.matches("img, svg") || node.querySelector("img, svg") !== null;
    if (isPicture && node.closest("li, article, figure, tr, [role=listitem], [role=article], [role=row]")?.querySelector("a[href], [role=link]")) return "";
    const named = node.id ? `[aria-labelledby~=${CSS.escape(node.id)}]` : null;
    const isLabel = node.closest("label")?.control || (named && bench.page.querySelector(named));
    return isLabel || isInKeyed(element) || someInside(element, isKeyed) ? "" : sign;
  };
  // A button beside a field whose own keys do the same, as that which opens a combobox, need not be reached.
  const BESIDE_IT = ":has(> :is([role=combobox], [role=spinbutton], input[type=number], input[list])) > *";
  const isHelper = (element) => plain(element).tabIndex < 0 && plain(element).matches(BESIDE_IT);

  // Of a walk the controls that have to be reached, with their signs, all stops so far, and where the focus was last.
  let controls, stops, last;
  // Begins a walk, and returns how many controls have to be reached; one too many ends the count.
  bench.startWalk = () => {
    [controls, stops, last] = [new Map(), [], null];
    const modal = bench.page.querySelector(":modal");
    for (const element of bench.trees().flatMap((tree) => [...plain(tree).querySelectorAll("*")])) {
      if (controls.size > mostControls) break;
      if (modal && !bench.holds(modal, element)) continue;
      const sign = isControl(element) && isUsable(element) && !isHelper(element) ? "key" : pointerSign(element);
      if (sign) controls.set(element, sign);
    }
    for (const element of [...bench.focused()].reverse()) plain(element).blur?.();
    return controls.size;
  };
  // Elements in which the focus has several places of their own.
  const MULTIPLE = "iframe, frame, object, embed, audio, video, input:is([type=date], [type=datetime-local], [type=month], [type=time], [type=week])";
  // Where the focus is after a key. What a page does at once about a change of focus, as taking it back, is done when its
  // timers have run.
  bench.stepped = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    const element = [...bench.focused()].at(-1) ?? null;
    const isSame = element === last;
    last = element;
    if (element === null) return { isOut: true, isSame };
    const isNew = !stops.includes(element);
    if (isNew) stops.push(element);
    const mayStay = plain(element).matches(MULTIPLE) || plain(element).tagName.includes("-");
    return { isOut: false, isSame, isNew, mayStay, said: wordsOf(element) };
  };
  const isReached = (element) => {
    const node = plain(element);
    const composite = node.closest(COMPOSITE);
    return stops.includes(element) || stops.map(plain).some((stop) => {
      if (node.tagName === "INPUT" && node.type === "radio") return stop.type === "radio" && stop.name === node.name && stop.form === node.form;
      if (composite) return bench.holds(composite, stop) || (stop.getAttribute("aria-controls") ?? "").split(/\s+/).includes(composite.id || "-");
      return node.tagName === "A" && node.tabIndex < 0 && stop.tagName === "A" && stop.href === node.href;
    });
  };
  // What stops of the same make have in common, so that they show the focus alike and hear the same keys.
  const makeOf = (element) => {
    const said = (one) => ["type", "role", "class", "style"].map((name) => plain(one).getAttribute(name)).join("|");
    return [element, bench.above(element)].map((one) => `${one.tagName} ${said(one)}`).join(" in ");
  };
  // True for a control whose keys the browser does not provide: with a role, or focusable and pressed by a pointer.
  const isMadeUp = (element) => {
    if (isNative(element) || plain(element).closest(COMPOSITE) || !isFocusable(element) || !isUsable(element)) return false;
    const role = saidRole(plain(element));
    return role ? /^(button|link|checkbox|switch)$/.test(role) : pressable.has(element) && !someInside(element, isFocusable);
  };
  // The controls that are still there and got no stop (one of each make where it only hears the pointer), and the stops.
  bench.endWalk = () => {
    const isMissed = (element, sign) => bench.isThere(element) && (sign !== "key" || (isShown(element) && !isOff(element) && !isReached(element)));
    const missed = [...controls].filter(([element, sign]) => isMissed(element, sign));
    const saying = (...signs) => missed.filter(([, sign]) => signs.includes(sign)).map(([element]) => wordsOf(element));
    const there = stops.map((_, place) => place).filter((place) => bench.isThere(stops[place]));
    const kinds = [...new Map(there.map((place) => [makeOf(stops[place]), place])).values()];
    const madeUp = kinds.filter((place) => isMadeUp(stops[place]));
    bench.unkeyed = [...new Map(missed.flatMap(([element, sign]) => (sign === "press" ? [[makeOf(element), element]] : []))).values()];
    return { missed: saying("key"), unkeyed: bench.unkeyed.map(wordsOf), hands: saying("hand"), stops: stops.map(wordsOf), kinds, madeUp };
  };
  // Focuses a stop again. Returns its rectangle on the page; null where it does not take the focus any more.
  bench.faceStop = (number) => {
    const element = stops[number];
    if (!bench.isThere(element)) return null;
    plain(element).focus();
    if (!bench.focused().has(element)) return null;
    const { x, y, width, height } = plain(element).getBoundingClientRect();
    return [x + scrollX, y + scrollY, width, height];
  };
  bench.leaveStop = (number) => plain(stops[number]).blur();
  const pixelsOf = async (png) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    canvas.drawImage(bitmap, 0, 0);
    return new Uint32Array(canvas.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer);
  };
  // Of three pictures the pixels that differ in the second alone, and those that differ between the first and the third.
  bench.compare = async (...pictures) => {
    const [before, focused, after] = await Promise.all(pictures.map(pixelsOf));
    let [marked, changed] = [0, 0];
    before.forEach((pixel, place) => {
      if (pixel !== after[place]) changed += 1;
      else if (pixel !== focused[place]) marked += 1;
    });
    return [marked, changed];
  };

  let [address, begun, isHeard] = ["", 0, false];
  const hear = (event) => {
    isHeard ||= event.type === "click" || event.defaultPrevented;
  };
  // Notes from now on whether anything comes of a key.
  bench.watchKeys = () => {
    [address, begun, isHeard] = [location.href, performance.now(), false];
    addEventListener("click", hear, true);
    addEventListener("keydown", hear);
  };
  bench.effectOfKeys = () => isHeard || bench.hasChangedSince(begun) || location.href !== address;
}
