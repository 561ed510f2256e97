// What is done to an element beside mouse and keyboard: aiming, focusing, choosing and setting.
() => {
  const { bench } = globalThis;
  if (bench.aim) return;
  const { plain } = bench;
  const elementAt = (index) => {
    const element = bench.elements[index];
    return element && bench.isThere(element) ? element : null;
  };
  // A verb that begins an action on an element of the last look, which it is given by its index.
  const verb = (act) => (index, ...values) => {
    bench.mark();
    const element = elementAt(index);
    return element ? act(element, ...values) : { gone: true };
  };
  const fire = (element, ...events) => {
    for (const event of events) element.dispatchEvent(new Event(event, { bubbles: true, composed: true }));
  };
  const wordsOf = (element) => {
    const node = plain(element);
    const said = node.getAttribute("aria-label") ?? node.labels?.[0]?.innerText ?? node.innerText ?? node.textContent ?? "";
    return `${node.tagName.toLowerCase()} ${bench.squeeze(said).slice(0, 60)}`.trim();
  };
  bench.wordsOf = wordsOf;

  // The rectangle of an element in the window, and the part of the window that shows its document.
  const lies = (element) => {
    const at = bench.placeOf(bench.pageOf(element));
    return [bench.placed(element.getBoundingClientRect(), at), at];
  };
  const isOutside = (element) => {
    const [box, at] = lies(element);
    return box.top < at.top || box.left < at.left || box.bottom > at.bottom || box.right > at.right;
  };
  const centre = (element) => element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const POINTS = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.2], [0.5, 0.8], [0.06, 0.1]];
  // A point of the target at which a press reaches the element, or else what covers it.
  const pointOf = (element, target) => {
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

  const FIELD = /^(textbox|searchbox|combobox|spinbutton|slider|switch|checkbox|radio)$/;
  const CONTROL = "a[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable], [onclick], [tabindex]:not([tabindex='-1']), :is([role=button], [role=link], [role=tab], [role=option], [role=menuitem], [role=switch], [role=checkbox], [role=radio], [role=combobox], [role=slider], [role=spinbutton], [role=textbox])";
  // Where to press instead of a field that is covered or has no size: its labels, and the boxes around it that hold no other
  // control. A label is sure to tick what it names, and comes last for what it only gives the focus.
  const standInFor = (element, stay) => {
    const node = plain(element);
    const labels = Array.from(element.labels ?? []);
    const boxes = [];
    const isOther = (inner) => inner !== element && plain(inner).checkVisibility();
    for (let outer = FIELD.test(bench.roleOf(node)) && bench.above(element); outer; outer = bench.above(outer)) {
      const box = plain(outer);
      if (box.matches(`body, ${CONTROL}`) || Array.from(box.querySelectorAll(CONTROL)).some(isOther)) break;
      boxes.push(outer);
    }
    for (const part of /^(checkbox|radio)$/.test(node.type) ? [...labels, ...boxes] : [...boxes, ...labels]) {
      if (!part.getClientRects().length) continue;
      if (!stay && isOutside(part)) centre(part);
      const point = pointOf(element, part);
      if ("x" in point) return { ...point, isSure: labels.includes(part) };
    }
    return null;
  };
  // The box over a control that may go away by itself, as messages do: small, floating, and no dialog; null for other covers.
  const floatAround = (cover) => {
    if (plain(cover).closest("dialog, [role=dialog], [role=alertdialog], [aria-modal=true]")) return null;
    for (let outer = cover; outer; outer = bench.above(outer)) {
      if (!/fixed|absolute/.test(getComputedStyle(outer).position)) continue;
      const box = plain(outer).getBoundingClientRect();
      if (box.width * box.height < 0.3 * innerWidth * innerHeight) return box;
    }
    return null;
  };
  const told = (cover) => {
    const box = floatAround(cover);
    // A place for the pointer that is not on the box.
    return { cover: wordsOf(cover), aside: box && [box.left > 1 ? 0 : innerWidth - 1, box.top > 1 ? 0 : innerHeight - 1] };
  };
  // Where to press: a point of the element that nothing else covers. Scrolls it into view when need be, unless `stay`.
  bench.aim = verb((element, stay = false) => {
    const box = element.getBoundingClientRect();
    const hasSize = box.width > 1 && box.height > 1 && getComputedStyle(element).display !== "none";
    const label = hasSize ? null : Array.from(element.labels ?? []).find((one) => one.getClientRects().length);
    const target = label ?? element;
    if (!stay && isOutside(target)) centre(target);
    let point = pointOf(element, target);
    if (!("x" in point) && !stay) {
      // What stands still over an edge of the window, as a bar does, is left behind.
      centre(target);
      point = pointOf(element, target);
    }
    if (!("x" in point)) point = standInFor(element, stay) ?? point;
    // The browser keeps presses from what is disabled; from what merely says so, the page has to.
    const takesPress = !plain(element).matches(":disabled");
    const disabled = !takesPress || plain(element).getAttribute("aria-disabled") === "true";
    if ("x" in point) return { ...point, disabled, takesPress };
    return { disabled, ...(point.cover ? told(point.cover) : { cover: "" }) };
  });
  // The content of a field, for telling whether a press changed it. Begins no action.
  bench.held = (index) => {
    const element = elementAt(index);
    if (!element) return { gone: true };
    const node = plain(element);
    const said = ["expanded", "checked", "pressed", "selected"].map((name) => node.getAttribute(`aria-${name}`));
    return { held: [node.value, node.checked, bench.focused().has(element), ...said].join("|") };
  };

  const GRID = [0.1, 0.3, 0.5, 0.7, 0.9];
  // The words of the first of some elements that let nothing else of the window be pressed; empty where they leave anything.
  bench.wall = (...indices) => {
    const covers = indices.map((index) => bench.elements[index]);
    const isUnder = (x, y) => {
      const hit = bench.deepest(x * innerWidth, y * innerHeight);
      return hit !== null && covers.some((cover) => bench.holds(cover, hit));
    };
    return { words: GRID.every((x) => GRID.every((y) => isUnder(x, y))) ? wordsOf(covers[0]) : "" };
  };

  // Brings two elements into view: the first to the middle, where dragging scrolls nothing, if the second allows that.
  bench.bring = verb((from, index) => {
    const to = elementAt(index);
    if (!to) return { gone: true };
    from.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    for (const element of [to, from]) element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    return {};
  });

  // Focuses a field with its content selected, so that typing replaces it. Returns how it wants to be filled.
  bench.focus = verb((element) => {
    element.scrollIntoView({ block: "nearest", behavior: "instant" });
    element.focus();
    if (element.isContentEditable) bench.pageOf(element).defaultView.getSelection().selectAllChildren(element);
    else if (typeof element.select === "function") element.select();
    const [box] = lies(element);
    return { focused: bench.focused().has(element), type: element.type ?? "", x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });

  // Focuses for a key press; a field keeps its content and its caret.
  bench.attend = verb((element) => {
    if (!bench.focused().has(element)) element.focus();
    return { focused: bench.focused().has(element) };
  });

  // Gives a file to a file input, as choosing one would.
  bench.give = verb((element, name, type, content) => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([content], name, { type }));
    element.files = chosen.files;
    fire(element, "input", "change");
    return {};
  });

  // Sets what cannot be typed (dates, colours, ranges) as a picker would; returns what the field then holds. A slider that
  // a key has brought to its goal is left alone.
  bench.set = verb((element, value, goal) => {
    if (goal && element.value === goal) return { value: goal };
    element.focus();
    element.value = value;
    fire(element, "input", "change");
    return { value: element.value };
  });

  // Puts a slider one step beside a value, without an event, so that a key brings it there; returns the key.
  bench.beside = verb((element, value) => {
    if (element.type !== "range" || element.step === "any") return {};
    const before = element.value;
    element.value = value;
    const goal = element.value;
    element.value = before;
    element.focus();
    if (goal === before || !bench.focused().has(element)) return {};
    element.value = goal;
    element.stepDown();
    if (element.value !== goal) return { key: "ArrowRight", goal };
    element.stepUp();
    return { key: "ArrowLeft", goal };
  });

  // Focuses a list and returns how far down an option stands, for those who choose with the keyboard; nothing where the
  // keyboard does not get there. A change that the list hears of from then on is noted.
  const heard = new WeakSet();
  bench.offer = verb((element, option) => {
    if (element.multiple || element.size > 1 || element.selectedIndex === option) return {};
    const skips = (one) => one.disabled || one.hidden || one.parentElement.disabled || getComputedStyle(one).display === "none";
    const options = Array.from(element.options);
    if (!options[option] || skips(options[option])) return {};
    element.focus();
    if (!bench.focused().has(element)) return {};
    heard.delete(element);
    element.addEventListener("change", () => heard.add(element), { once: true, capture: true });
    return { down: options.slice(0, option).filter((one) => !skips(one)).length };
  });
  const choose = verb((element, option) => {
    element.focus();
    element.selectedIndex = option;
    fire(element, "input", "change");
    return { value: element.value };
  });
  // Chooses an option of a list, unless the list heard of a choice since it was offered.
  bench.choose = (index, option) => (heard.has(bench.elements[index]) ? {} : choose(index, option));
}
