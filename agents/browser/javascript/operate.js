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
  // Puts content into a control as a picker would.
  const put = (element, property, content) => {
    element.focus();
    element[property] = content;
    for (const event of ["input", "change"]) element.dispatchEvent(new Event(event, { bubbles: true, composed: true }));
    return { value: element.value };
  };
  bench.wordsOf = (element) => {
    const node = plain(element);
    const said = node.getAttribute("aria-label") ?? node.labels?.[0]?.innerText ?? node.innerText ?? node.textContent ?? "";
    return `${node.tagName.toLowerCase()} ${bench.squeeze(said).slice(0, 60)}`.trim();
  };

  const isOutside = (element) => {
    const box = element.getBoundingClientRect();
    return box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth;
  };
  const centre = (element) => element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const POINTS = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.2], [0.5, 0.8], [0.06, 0.1]];
  // A point of the target at which a press reaches the element, or else what covers it.
  const pointOf = (element, target) => {
    let cover = null;
    for (const line of Array.from(target.getClientRects()).slice(0, 4)) {
      const [left, top] = [Math.max(line.left, 0), Math.max(line.top, 0)];
      const [width, height] = [Math.min(line.right, innerWidth) - left, Math.min(line.bottom, innerHeight) - top];
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

  const FIELD = /^(textbox|combobox|spinbutton|slider|switch|checkbox|radio)$/;
  const NATIVE = "a[href], area[href], button, input:not([type=hidden]), select, textarea, details > summary, audio[controls], video[controls], [contenteditable]:not([contenteditable=false])";
  const WIDGET = /^(button|link|checkbox|radio|switch|tab|menuitem|menuitemcheckbox|menuitemradio|option|slider|spinbutton|textbox|searchbox|combobox|treeitem)$/;
  bench.isNative = (element) => plain(element).matches(NATIVE);
  bench.isControl = (element) => bench.isNative(element) || WIDGET.test(bench.saidRole(plain(element)));
  const isPressable = (element) => bench.isControl(element) || plain(element).matches("[onclick], [tabindex]:not([tabindex='-1'])");
  // The parts of the page whose press reaches an element: itself, its labels, and the boxes around a field that hold no other
  // control. A label is sure to tick what it names, and comes last for what it only gives the focus.
  function* partsOf(element, labels) {
    yield element;
    const node = plain(element);
    const boxes = [];
    const isOther = (inner) => inner !== element && isPressable(inner) && plain(inner).checkVisibility();
    for (let outer = FIELD.test(bench.roleOf(node)) && bench.above(element); outer; outer = bench.above(outer)) {
      if (plain(outer).tagName === "BODY" || isPressable(outer) || Array.from(plain(outer).querySelectorAll("*")).some(isOther)) break;
      boxes.push(outer);
    }
    yield* /^(checkbox|radio)$/.test(node.type) ? [...labels, ...boxes] : [...boxes, ...labels];
  }
  // Where to press: a point that nothing else covers. Scrolls it into view when need be, unless `stay`.
  bench.aim = verb((element, stay = false) => {
    // The browser keeps presses from what is disabled; from what merely says so, the page has to.
    const takesPress = !plain(element).matches(":disabled");
    const disabled = !takesPress || plain(element).getAttribute("aria-disabled") === "true";
    const labels = Array.from(element.labels ?? []);
    let cover = null;
    for (const part of partsOf(element, labels)) {
      if (!stay && isOutside(part)) centre(part);
      let point = pointOf(element, part);
      if (!("x" in point) && !stay) {
        // What stands still over an edge of the window, as a bar does, is left behind.
        centre(part);
        point = pointOf(element, part);
      }
      if ("x" in point) return { ...point, disabled, takesPress, isSure: part === element || labels.includes(part) };
      cover ??= point.cover;
    }
    return { disabled, cover: cover ? bench.wordsOf(cover) : "" };
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
    const hits = GRID.flatMap((x) => GRID.map((y) => bench.deepest(x * innerWidth, y * innerHeight)));
    const isWall = hits.every((hit) => covers.some((cover) => bench.holds(cover, hit)));
    return { words: isWall ? bench.wordsOf(covers[0]) : "" };
  };

  // Brings two elements into view: the first to the middle, where dragging scrolls nothing, if the second allows that.
  bench.bring = verb((from, index) => {
    from.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    for (const element of [elementAt(index), from]) element?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    return {};
  });

  // Focuses a field with its content selected, so that typing replaces it. Returns how it wants to be filled.
  bench.focus = verb((element) => {
    element.scrollIntoView({ block: "nearest", behavior: "instant" });
    element.focus();
    if (element.isContentEditable) getSelection().selectAllChildren(element);
    else if (typeof element.select === "function") element.select();
    const box = element.getBoundingClientRect();
    return { focused: bench.focused().has(element), type: element.type ?? "", x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });

  // Focuses for a key press; a field keeps its content and its caret.
  bench.attend = verb((element) => {
    if (!bench.focused().has(element)) element.focus();
    return {};
  });

  // Gives a file to a file input.
  bench.give = verb((element, name, type, content) => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([content], name, { type }));
    return put(element, "files", chosen.files);
  });
  // Sets what cannot be typed (dates, colours, ranges); returns what the field then holds. A slider that a key has brought
  // to its goal is left alone.
  bench.set = verb((element, value, goal) => (goal && element.value === goal ? { value: goal } : put(element, "value", value)));

  // Puts a slider one step beside a value, without an event, so that a key brings it there; returns the key.
  bench.beside = verb((element, value) => {
    if (element.type !== "range" || element.step === "any") return {};
    element.focus();
    if (!bench.focused().has(element)) return {};
    element.value = value;
    const goal = element.value;
    element.stepDown();
    if (element.value !== goal) return { key: "ArrowRight", goal };
    element.stepUp();
    return { key: "ArrowLeft", goal };
  });

  // Focuses a list and returns how far down an option stands, for those who choose with the keyboard; nothing where the
  // keyboard does not get there. A change that the list hears of from then on is noted.
  const heard = new WeakSet();
  bench.offer = verb((element, option) => {
    const takes = (one) => !one.matches(":disabled") && getComputedStyle(one).display !== "none";
    const options = Array.from(element.options);
    if (element.multiple || element.size > 1 || element.selectedIndex === option || !options[option] || !takes(options[option])) return {};
    element.focus();
    if (!bench.focused().has(element)) return {};
    heard.delete(element);
    element.addEventListener("change", () => heard.add(element), { once: true, capture: true });
    return { down: options.slice(0, option).filter(takes).length };
  });
  // Chooses an option of a list, unless the list heard of a choice since it was offered.
  bench.choose = (index, option) => {
    const element = elementAt(index);
    return element && !heard.has(element) ? put(element, "selectedIndex", option) : {};
  };
}
