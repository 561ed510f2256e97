// What is done to an element beside mouse and keyboard: aiming, focusing, choosing and setting. Each begins an action.
() => {
  const bench = globalThis.bench;
  if (bench.aim) return;
  const found = (index) => {
    bench.mark();
    const element = bench.elements[index];
    return element?.isConnected ? element : null;
  };
  const words = (element) =>
    `${element.tagName.toLowerCase()} ${(element.getAttribute("aria-label") ?? element.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 60)}`.trim();
  const shown = (element) => {
    const box = element.getBoundingClientRect();
    if (box.width > 1 && box.height > 1 && getComputedStyle(element).display !== "none") return element;
    return Array.from(element.labels ?? []).find((label) => label.getClientRects().length) ?? element;
  };

  // Where to press: a point of the element that nothing else covers, scrolled into view when need be.
  bench.aim = (index) => {
    const element = found(index);
    if (!element) return { gone: true };
    const target = shown(element);
    const box = target.getBoundingClientRect();
    const outside = box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth;
    if (outside) target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const disabled = element.matches(":disabled") || element.getAttribute("aria-disabled") === "true";
    let cover = null;
    for (const part of Array.from(target.getClientRects()).slice(0, 4)) {
      for (const [dx, dy] of [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.2], [0.5, 0.8], [0.06, 0.1]]) {
        const x = part.x + part.width * dx;
        const y = part.y + part.height * dy;
        const hit = bench.deepest(x, y);
        if (bench.reaches(target, hit) || bench.reaches(element, hit)) return { x, y, disabled };
        cover ??= hit;
      }
    }
    return { disabled, cover: cover ? words(cover) : "" };
  };

  // Focuses a field with its content selected, so that typing replaces it. Says how it wants to be filled.
  bench.focus = (index) => {
    const element = found(index);
    if (!element) return { gone: true };
    element.scrollIntoView({ block: "nearest", behavior: "instant" });
    element.focus();
    if (element.isContentEditable) {
      const range = document.createRange();
      range.selectNodeContents(element);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
    } else if (typeof element.select === "function") element.select();
    const box = element.getBoundingClientRect();
    return { focused: element.getRootNode().activeElement === element, type: element.type ?? "", x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };

  // Focuses for a key press; a field keeps its content and its caret.
  bench.attend = (index) => {
    const element = found(index);
    if (!element) return { gone: true };
    if (element.getRootNode().activeElement !== element) element.focus();
    return { focused: element.getRootNode().activeElement === element };
  };

  const tell = (element, ...events) => {
    for (const event of events) element.dispatchEvent(new Event(event, { bubbles: true, composed: true }));
  };

  // Sets what cannot be typed (dates, colours, ranges) the way a picker would; says what the field then holds.
  bench.set = (index, value) => {
    const element = found(index);
    if (!element) return { gone: true };
    element.focus();
    element.value = value;
    tell(element, "input", "change");
    return { value: element.value };
  };

  bench.choose = (index, option) => {
    const element = found(index);
    if (!element) return { gone: true };
    element.focus();
    element.selectedIndex = option;
    tell(element, "input", "change");
    return { value: element.value };
  };
}
