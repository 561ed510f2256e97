// What is done to an element beside mouse and keyboard: aiming, focusing, choosing and setting. Each begins an action.
({ floats }) => {
  const bench = globalThis.bench;
  if (bench.aim) return;
  const found = (index) => {
    bench.mark();
    const element = bench.elements[index];
    return element && bench.isThere(element) ? element : null;
  };
  const words = (node) => {
    const element = bench.plain(node);
    return `${element.tagName.toLowerCase()} ${(element.getAttribute("aria-label") ?? element.innerText ?? element.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 60)}`.trim();
  };
  const shown = (element) => {
    const box = element.getBoundingClientRect();
    if (box.width > 1 && box.height > 1 && getComputedStyle(element).display !== "none") return element;
    return Array.from(element.labels ?? []).find((label) => label.getClientRects().length) ?? element;
  };

  const POINTS = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.2], [0.5, 0.8], [0.06, 0.1]];
  // Where an element lies in the window, and what part of the window shows its document.
  const lies = (element) => {
    const at = bench.placeOf(bench.pageOf(element));
    return [bench.placed(element.getBoundingClientRect(), at), at];
  };
  const isOutside = (element) => {
    const [box, at] = lies(element);
    return box.top < at.top || box.left < at.left || box.bottom > at.bottom || box.right > at.right;
  };
  const reach = (element, target) => {
    let cover = null;
    const at = bench.placeOf(bench.pageOf(target));
    for (const line of Array.from(target.getClientRects()).slice(0, 4)) {
      const part = bench.placed(line, at);
      const [left, top] = [Math.max(part.left, at.left), Math.max(part.top, at.top)];
      const [width, height] = [Math.min(part.right, at.right) - left, Math.min(part.bottom, at.bottom) - top];
      if (width <= 0 || height <= 0) continue;
      for (const [dx, dy] of POINTS) {
        const [x, y] = [left + width * dx, top + height * dy];
        const hit = bench.deepest(x, y);
        if (bench.reaches(target, hit) || bench.reaches(element, hit)) return { x, y };
        cover ??= hit;
      }
    }
    return { cover };
  };
  const MESSAGE = new RegExp(floats.join("|"), "i");
  // The message that an element is part of; null for anything else that may lie over a control.
  const messageOf = (cover) => {
    if (bench.plain(cover).closest("dialog, [role=dialog], [role=alertdialog], [aria-modal=true]")) return null;
    for (let place = cover; place; place = bench.above(place)) {
      if (!/fixed|absolute/.test(getComputedStyle(place).position)) continue;
      const node = bench.plain(place);
      const box = node.getBoundingClientRect();
      const says = node.matches("[aria-live], [role=status], [role=alert]") || node.querySelector("[aria-live], [role=status], [role=alert]");
      const isSmall = box.width * box.height < 0.3 * innerWidth * innerHeight;
      if (isSmall && (says || MESSAGE.test(`${node.id} ${node.getAttribute("class") ?? ""}`))) return place;
    }
    return null;
  };
  const told = (cover) => {
    const message = messageOf(cover);
    if (message === null) return { cover: words(cover) };
    const node = bench.plain(message);
    const kind = `${node.tagName} ${node.id} ${node.getAttribute("class") ?? ""}`.slice(0, 200);
    const { left, top } = node.getBoundingClientRect();
    // A place for the pointer that is not on the message.
    const aside = [left > 1 ? 0 : innerWidth - 1, top > 1 ? 0 : innerHeight - 1];
    return { cover: words(cover), message: kind, over: bench.elements.indexOf(message), aside };
  };

  const FIELD = /^(textbox|searchbox|combobox|spinbutton|slider|switch|checkbox|radio)$/;
  const OPERATED = "a[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable], [onclick], [tabindex]:not([tabindex='-1']), :is([role=button], [role=link], [role=tab], [role=option], [role=menuitem], [role=switch], [role=checkbox], [role=radio], [role=combobox], [role=slider], [role=spinbutton], [role=textbox])";
  // Where to press instead of a field that is covered or has no size: its labels, and the boxes around it that hold no other
  // control. A label is sure to tick what it names, and comes last for what it only gives the focus.
  const reachStandIn = (element, stay) => {
    const node = bench.plain(element);
    const labels = Array.from(element.labels ?? []);
    const boxes = [];
    for (let part = FIELD.test(bench.roleOf(node)) && bench.above(element); part; part = bench.above(part)) {
      const box = bench.plain(part);
      const isOther = (inner) => inner !== element && bench.plain(inner).checkVisibility();
      if (box.matches(`body, ${OPERATED}`) || Array.from(box.querySelectorAll(OPERATED)).some(isOther)) break;
      boxes.push(part);
    }
    for (const part of /^(checkbox|radio)$/.test(node.type) ? [...labels, ...boxes] : [...boxes, ...labels]) {
      if (!part.getClientRects().length) continue;
      if (!stay && isOutside(part)) part.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const aimed = reach(element, part);
      if ("x" in aimed) return { ...aimed, isSure: labels.includes(part) };
    }
    return null;
  };
  // What a field holds, for telling whether a press did anything to it; this begins no action.
  bench.held = (index) => {
    const element = bench.elements[index];
    if (!bench.isThere(element)) return { gone: true };
    const node = bench.plain(element);
    const said = ["expanded", "checked", "pressed", "selected"].map((name) => node.getAttribute(`aria-${name}`));
    return { held: [node.value, node.checked, bench.focused().has(element), ...said].join("|") };
  };

  // Where to press: a point of the element that nothing else covers, scrolled into view when need be and `stay` is not said.
  bench.aim = (index, stay = false) => {
    const element = found(index);
    if (!element) return { gone: true };
    const target = shown(element);
    const centre = () => target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    if (!stay && isOutside(target)) centre();
    let aimed = reach(element, target);
    if (!("x" in aimed) && !stay) {
      // What stands still over an edge of the window, as a bar does, is left behind.
      centre();
      aimed = reach(element, target);
    }
    if (!("x" in aimed)) aimed = reachStandIn(element, stay) ?? aimed;
    const disabled = bench.plain(element).matches(":disabled") || bench.plain(element).getAttribute("aria-disabled") === "true";
    if ("x" in aimed) return { ...aimed, disabled };
    return { disabled, ...(aimed.cover ? told(aimed.cover) : { cover: "" }) };
  };

  const GRID = [0.1, 0.3, 0.5, 0.7, 0.9];
  const isOpaque = (hit, cover) => {
    for (let place = hit; place; place = bench.above(place)) {
      const style = getComputedStyle(place);
      if (Number(style.opacity) < 1) return false;
      if (bench.hides(style)) return true;
      if (place === cover) return false;
    }
    return false;
  };
  // What some elements say that let nothing else of the window be seen; no words where they leave anything.
  bench.wall = (...indices) => {
    const covers = indices.map((index) => bench.elements[index]);
    const hidesAt = (x, y) => {
      const hit = bench.deepest(x * innerWidth, y * innerHeight);
      return covers.some((cover) => hit && bench.holds(cover, hit) && isOpaque(hit, cover));
    };
    const isWall = covers.length > 0 && GRID.every((x) => GRID.every((y) => hidesAt(x, y)));
    return { words: isWall ? words(covers[0]) : "" };
  };

  // Brings two elements into view: the first to the middle, where dragging scrolls nothing, if the second is seen from there.
  bench.bring = (first, second) => {
    const [from, to] = [found(first), found(second)];
    if (!from || !to) return { gone: true };
    const isSeen = (element) => {
      const [box, at] = lies(element);
      return Math.min(box.bottom, at.bottom) - Math.max(box.top, at.top) > Math.min(box.height, 24) - 1;
    };
    const edge = innerHeight / 8;
    const [box] = lies(from);
    if (isSeen(to) && box.top >= edge && box.bottom <= innerHeight - edge) return {};
    from.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    if (isSeen(to)) return {};
    for (const element of [to, from]) element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    return {};
  };

  // Presses without the mouse, for what a passing message covers.
  bench.press = (index) => {
    const element = found(index);
    if (!element) return { gone: true };
    element.focus();
    element.click();
    return {};
  };

  // Focuses a field with its content selected, so that typing replaces it. Says how it wants to be filled.
  bench.focus = (index) => {
    const element = found(index);
    if (!element) return { gone: true };
    element.scrollIntoView({ block: "nearest", behavior: "instant" });
    element.focus();
    if (element.isContentEditable) {
      const page = bench.pageOf(element);
      const range = page.createRange();
      range.selectNodeContents(element);
      const selection = page.defaultView.getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
    } else if (typeof element.select === "function") element.select();
    const [box] = lies(element);
    return { focused: bench.focused().has(element), type: element.type ?? "", x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };

  // Focuses for a key press; a field keeps its content and its caret.
  bench.attend = (index) => {
    const element = found(index);
    if (!element) return { gone: true };
    if (!bench.focused().has(element)) element.focus();
    return { focused: bench.focused().has(element) };
  };

  const tell = (element, ...events) => {
    for (const event of events) element.dispatchEvent(new Event(event, { bubbles: true, composed: true }));
  };

  // Gives a file to a file input, as choosing one would.
  bench.give = (index, name, type, content) => {
    const element = found(index);
    if (!element) return { gone: true };
    const chosen = new DataTransfer();
    chosen.items.add(new File([content], name, { type }));
    element.files = chosen.files;
    tell(element, "input", "change");
    return {};
  };

  // Sets what cannot be typed (dates, colours, ranges) the way a picker would; says what the field then holds. A slider
  // that a key has brought there is left alone.
  bench.set = (index, value, goal) => {
    const element = found(index);
    if (!element) return { gone: true };
    if (goal && element.value === goal) return { value: goal };
    element.focus();
    element.value = value;
    tell(element, "input", "change");
    return { value: element.value };
  };

  // Puts a slider one step beside a value, unheard, so that a key brings it there; says which key.
  bench.beside = (index, value) => {
    const element = found(index);
    if (element?.type !== "range" || element.step === "any") return {};
    const [low, high] = [Number(element.min || 0), Number(element.max || 100)];
    const step = Number(element.step) > 0 ? Number(element.step) : 1;
    const before = element.value;
    element.value = value;
    const goal = element.value;
    element.value = before;
    element.focus();
    const key = Number(goal) - step >= low ? "ArrowRight" : "ArrowLeft";
    const start = Number(goal) + (key === "ArrowRight" ? -step : step);
    if (goal === before || start > high || !bench.focused().has(element)) return {};
    element.value = String(start);
    return { key, goal };
  };

  // Gives a slider back the value of its markup, if it has one.
  bench.restore = (index) => {
    const element = found(index);
    if (!element?.hasAttribute("value") || typeof element.defaultValue !== "string") return {};
    element.focus();
    element.value = element.defaultValue;
    tell(element, "input", "change");
    return { restored: true };
  };

  // Focuses a list and says how far down an option stands, for those who choose with the keyboard; nothing where the
  // keyboard does not get there. What the list is told then is listened for.
  const heard = new WeakMap();
  bench.offer = (index, option) => {
    const element = found(index);
    if (!element || element.multiple || element.size > 1 || element.selectedIndex === option) return {};
    const skips = (one) => one.disabled || one.hidden || one.parentElement.disabled || getComputedStyle(one).display === "none";
    const options = Array.from(element.options);
    if (!options[option] || skips(options[option])) return {};
    element.focus();
    if (!bench.focused().has(element)) return {};
    heard.set(element, false);
    const hear = () => heard.set(element, true);
    element.addEventListener("change", hear, { once: true, capture: true });
    return { down: options.slice(0, option).filter((one) => !skips(one)).length };
  };

  // Chooses an option of a list, unless the list was told of a choice since it was offered.
  bench.choose = (index, option) => {
    const element = bench.elements[index];
    if (element && heard.get(element)) return {};
    if (!found(index)) return { gone: true };
    element.focus();
    element.selectedIndex = option;
    tell(element, "input", "change");
    return { value: element.value };
  };
}
