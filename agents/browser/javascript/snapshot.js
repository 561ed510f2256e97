// One look at the page: everything rendered, in document order, as short-keyed records; fields at rest are left out.
// Keys are spelled out in agents/browser/snapshot.py, which reads them.
({ limits, states }) => {
  const { bench } = globalThis;
  if (bench.snapshot) return;
  const { clip, squeeze, plain, typeOf, roleOf, nameOf, isField } = bench;
  // CSS pixels up to which a frame has no room for anything that could be read, and a box is looked at more closely.
  const SMALL = 8;
  const INLINE = /^(inline|contents|ruby)/;
  // Elements of which the content is drawn in part or not at all.
  const UNDRAWN = /^(CANVAS|VIDEO|AUDIO|PROGRESS|METER|OBJECT|DESC|METADATA|TEXT|TSPAN|TITLE|DEFS|SYMBOL|SVG|G)$/;
  const SKIPPED = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "LINK", "META", "TITLE", "BR", "WBR", "SOURCE", "TRACK", "PARAM"]);

  const tokensOf = (element) => {
    const isSearch = /^search(box)?$/.test(element.getAttribute("role") ?? element.type ?? "");
    const said = ["name", "class", "data-action", "data-testid"].map((name) => element.getAttribute(name));
    const parts = [isSearch ? "search" : "", element.id, ...said].filter((part) => typeof part === "string" && part);
    return clip(parts.map((part) => clip(part, 160)).join(" "), 160);
  };

  const anyOf = (words) => `(${words.join("|")})`;
  const DONE = new RegExp(`(^|[-_\\s])${anyOf(states.done)}($|[-_\\s])`, "i");
  const CHOSEN = new RegExp(`(^|[-_\\s])${anyOf([...states.chosen, "is-on"])}($|[-_\\s])|(^|\\s|--)(is-)?${anyOf(states.here)}($|\\s)`, "i");
  const MARKS = ["data-active", "data-selected", "data-current", "data-highlighted"];
  const statesOf = (element, role, isFocused) => {
    const aria = (name) => element.getAttribute(`aria-${name}`);
    const classes = clip(element.getAttribute("class") ?? "", limits.text);
    const isTicked = element.checked === true && /checkbox|radio|switch|menuitem/.test(role);
    const looksDone = element.type !== "checkbox" && aria("checked") === null && DONE.test(classes);
    const isMarked = MARKS.some((mark) => (element.getAttribute(mark) ?? "false") !== "false");
    const looksChosen = aria("selected") === null && (CHOSEN.test(classes) || isMarked);
    const found = {
      checked: isTicked || aria("checked") === "true" || looksDone,
      disabled: element.matches(":disabled") || aria("disabled") === "true",
      expanded: aria("expanded") === "true" || (element.tagName === "DETAILS" && element.open),
      pressed: aria("pressed") === "true",
      selected: aria("selected") === "true" || (element.tagName === "OPTION" && element.selected) || looksChosen,
      focused: isFocused,
      invalid: aria("invalid") === "true" || (isField(element) && element.matches(":user-invalid")),
      readonly: element.readOnly === true && element.hasAttribute("readonly"),
      current: element.hasAttribute("aria-current") && aria("current") !== "false",
      required: element.required || aria("required") === "true",
    };
    return Object.keys(found).filter((state) => found[state]);
  };

  const valueOf = (element, role) => {
    if (element.tagName === "SELECT") return squeeze(element.selectedOptions[0]?.textContent ?? "");
    if (element.tagName === "INPUT" && /^(checkbox|radio|button|submit|reset|image|file)$/.test(element.type)) return undefined;
    if (isField(element)) return clip(element.value, limits.text);
    if (element.tagName === "PROGRESS" || element.tagName === "METER") return String(element.value);
    const [text, now] = [element.getAttribute("aria-valuetext"), element.getAttribute("aria-valuenow")];
    // "Any price" does not say where a slider is.
    const said = /^(slider|spinbutton)$/.test(role) && now !== null && !/\d/.test(text ?? "") ? now : text ?? now;
    return said ?? (role === "textbox" ? clip(element.textContent ?? "", limits.text) : undefined);
  };

  const LIMITS = ["min", "max", "step", "maxlength", "inputmode", "autocomplete"];
  // What an element says of itself, whatever its place.
  const describe = (element, role, acts, isFocused) => {
    const record = {};
    const add = (key, value) => {
      if (value) record[key] = value;
    };
    const attribute = (name) => clip(element.getAttribute(name) ?? "", limits.text);
    const [name, source] = nameOf(element, role);
    add("r", role);
    add("n", clip(name, limits.text));
    if (name) record.s = source;
    add("t", clip(squeeze(attribute("title")), 160));
    add("h", clip(squeeze(attribute("placeholder")), 160));
    add("k", tokensOf(element));
    if (acts) {
      record.c = 1;
      add("i", bench.iconOf(element));
    }
    const held = statesOf(element, role, isFocused);
    if (held.length) record.q = held;
    const value = valueOf(element, role);
    if (value !== undefined) record.v = value;
    if (isField(element)) {
      if (element.tagName === "INPUT") record.y = element.type;
      if (element.type === "radio") add("G", clip(element.name, limits.text));
      const said = LIMITS.filter((limit) => element.getAttribute(limit));
      if (said.length) record.l = Object.fromEntries(said.map((limit) => [limit, attribute(limit)]));
      const options = Array.from(element.options ?? []).slice(0, 200);
      if (element.tagName === "SELECT") {
        record.o = options.map((option) => [clip(squeeze(option.textContent), 120), option.value, option.disabled || option.hidden]);
      }
    }
    if (element.getAttribute("aria-haspopup")) record.m = 1;
    if (element.draggable && element.tagName !== "A" && element.tagName !== "IMG") record.x = 1;
    if (element.getAttribute("aria-live") || /^(alert|status|log)$/.test(role)) record.w = 1;
    return record;
  };

  const hasText = (nodes) => Array.prototype.some.call(nodes, (child) => typeOf(child) === 3 && /\S/.test(child.data));
  const isStruck = (element) =>
    element !== null && (element.closest("s, del, strike") !== null || getComputedStyle(element).textDecorationLine.includes("line-through"));
  const shownLabel = (element) => Array.from(element.labels ?? []).find((label) => label.getClientRects().length);
  // The strokes of an icon say nothing, and a page of cards has thousands of them.
  const isIcon = (element, tag, box) => tag === "SVG" && box.width <= 40 && box.height <= 40 && !element.querySelector("text, foreignObject, a, [onclick]");

  bench.snapshot = () => {
    const started = performance.now();
    const elements = (bench.elements = []);
    const records = [];
    const texts = [];
    const reasons = new Set();
    const focused = bench.focused();
    // Kinds of what a look had no room for: text, or any. Frames that cannot be looked into are listed with the place of
    // their record: agents/browser/page.py asks whether anything was loaded there.
    const left = new Set();
    const frames = [];
    const foreign = (bench.foreign = []);
    const sight = bench.newSight();
    const range = document.createRange();
    // The place of the document that is being described.
    let at = bench.placeOf(bench.page);
    let gap = 0;
    let letters = 0;
    let seen = 0;
    // Elements with words or controls, and all others: boxes around them, and decoration.
    let telling = 0;
    let mute = 0;
    let unread = 0;
    let isFull = false;
    let isSlow = false;

    // Where nothing clips and nothing is shifted, words are where their element is; asking for each text takes longer.
    const mayBeElsewhere = (tag, style, box, inner) =>
      bench.isClipped(inner) || style.textIndent !== "0px" || UNDRAWN.test(tag) || box.width <= SMALL || box.height <= SMALL || bench.isOut(box, inner);
    const say = (owner, text, isHidden, reach) => {
      const raw = text.data;
      const words = squeeze(raw);
      if (raw && (!words || /^\s/.test(raw))) gap = Math.max(gap, 1);
      if (!words) return;
      if (reach && !isHidden) range.selectNodeContents(text);
      const hidden = isHidden || (reach !== null && bench.areOut(range.getBoundingClientRect(), reach));
      if (letters > limits.letters) {
        if (hidden) return;
        left.add("text");
        reasons.add(`it has more than ${limits.letters} letters`);
        return;
      }
      const kept = clip(words, limits.text);
      letters += kept.length;
      const kind = isStruck(text.parentElement) ? 2 : 0;
      texts.push([owner, kept, gap, hidden ? 1 : kind]);
      gap = /\s$/.test(raw) ? 1 : 0;
    };
    // True where something else lies over all that can be seen of an element.
    const isCovered = (node, element, isBare) => {
      // A field that is clipped to a point or not drawn is pressed by its label.
      const label = isBare && isField(element) && shownLabel(element);
      // The middle of the box of a link over two lines is beside it: each line counts.
      const points = Array.from((label || element).getClientRects(), (line) => bench.placed(line, at)).map((line) => [line.x + line.width / 2, line.y + line.height / 2]);
      const inView = points.filter(([x, y]) => x >= at.left && y >= at.top && x < at.right && y < at.bottom);
      return inView.length > 0 && !inView.some(([x, y]) => bench.reaches(node, bench.deepest(x, y)));
    };

    const visit = (node, parent, inherited) => {
      const from = records.length;
      try {
        look(node, parent, inherited);
      } catch {
        // An element that cannot be read costs only itself, and is counted.
        unread += 1;
        left.add("any");
        for (const record of records.slice(from)) record.j ??= records.length;
      }
    };
    // What a frame shows stands in the page as if it were written there.
    const enter = (frame, index, isFrameShown, inherited) => {
      const inner = bench.documentIn(frame);
      if (!inner && isFrameShown) {
        let state = "foreign";
        if (frame.contentDocument) state = bench.mayCome(frame) ? "coming" : "empty";
        else foreign.push(frame);
        frames.push([index, state]);
      }
      const page = inner && plain(inner);
      const root = page && (page.body ?? page.documentElement);
      if (!root) return;
      const outer = at;
      at = bench.placeOf(page);
      gap = 2;
      visit(root, index, inherited);
      gap = 2;
      at = outer;
      // A body is the whole page to those who read this; the one of a frame is a box in it.
      if (records[index + 1]?.g === "body") records[index + 1].g = "div";
    };
    const look = (node, parent, inherited) => {
      const element = plain(node);
      const tag = element.tagName.toUpperCase();
      if (tag === "BR") gap = 2;
      if (SKIPPED.has(tag)) return;
      seen += 1;
      if (!isFull && (seen & 63) === 0 && performance.now() - started > limits.milliseconds) isSlow = true;
      isFull ||= isSlow || telling >= limits.elements;
      if (isFull) return left.add("any");
      const place = bench.placeIn(node, sight);
      const { style, reach, inner } = place;
      const isUndisplayed = style.display === "none";
      if (isUndisplayed && !(isField(element) && (element.type === "file" || shownLabel(element)))) return;
      const ownGap = INLINE.test(style.display) ? Number(style.display.startsWith("inline-")) : 2;
      gap = Math.max(gap, ownGap);

      const box = element.getBoundingClientRect();
      const hasBox = box.width > 0 && box.height > 0;
      const isTiny = box.width <= 2 || box.height <= 2;
      const isFaint = bench.isFaint(place.opacity);
      const isInvisible = style.visibility !== "visible" || isUndisplayed;
      const isAway = inherited.isAway || (hasBox && bench.isOut(box, reach)) || (isTiny && inner !== reach && bench.isOut(box, inner));
      const isFixed = inherited.isFixed || style.position === "fixed" || (tag === "DIALOG" && element.matches(":modal"));
      const isPointer = style.cursor === "pointer";
      const below = { isAway: inherited.isAway, isFixed, isPointer: inherited.isPointer || isPointer };

      const role = roleOf(element);
      const isActive = /^(a|button|summary|input|select|textarea|label|option)$/i.test(tag) && (tag !== "A" || role === "link");
      const acts = isActive || /^(button|link|tab|menuitem|option|switch|checkbox|radio|combobox|slider|spinbutton|textbox)$/.test(role)
        || element.hasAttribute("onclick") || (isPointer && !inherited.isPointer) || (element.tabIndex >= 0 && element.hasAttribute("tabindex"));
      const slotted = tag === "SLOT" ? element.assignedNodes() : [];
      const nodes = slotted.length ? slotted : (element.shadowRoot ?? element).childNodes;
      const isFrame = bench.isFrame(element, tag);
      const isWorded = !isFrame && hasText(nodes);
      const isBlank = isWorded && bench.isBlank(node, sight);
      if (acts || isWorded) {
        if (hasBox) telling += 1;
      } else if (!nodes.length && !hasBox && !role) return;
      else if (!isFrame && ++mute > limits.elements) {
        // Padding: only what stands inside of it counts.
        for (const child of nodes) if (typeOf(child) === 1) visit(child, parent, below);
        return;
      }

      const index = records.length;
      const firstText = texts.length;
      const { x, y, width, height } = bench.placed(box, at);
      const record = { p: parent, g: clip(tag.toLowerCase(), 40), b: [x, y, width, height].map(Math.round) };
      records.push(record);
      elements.push(node);
      Object.assign(record, describe(element, role, acts, focused.has(node)));
      if (isInvisible || isAway) record.u = 1;
      // Blank words under a picture, as of a button with an icon, are its name all the same.
      if (isFaint || (isBlank && !acts && style.backgroundImage === "none")) record.f = 1;
      if (isFixed) record.z = 1;
      if (acts && !isInvisible && hasBox && isCovered(node, element, isTiny || isFaint)) record.a = 1;

      if (isFrame) {
        const isFrameShown = !isInvisible && !isAway && !isFaint && box.width > SMALL && box.height > SMALL;
        enter(element, index, isFrameShown, { ...below, isAway: isAway || isInvisible, isPointer: false });
      } else if (tag !== "SELECT" && tag !== "TEXTAREA" && !isIcon(element, tag, box)) {
        const isClosed = tag === "DETAILS" && !element.open;
        const isHidden = isInvisible || inherited.isAway || isFaint || isBlank;
        const textReach = isWorded && mayBeElsewhere(tag, style, box, inner) ? inner : null;
        for (const child of nodes) {
          const type = typeOf(child);
          if (type === 3 && !isClosed) say(index, child, isHidden, textReach);
          else if (type === 1 && (!isClosed || child.tagName === "SUMMARY")) visit(child, index, below);
        }
      }
      record.j = records.length;
      const hasTexts = texts.length > firstText;
      // The place of a field among the words tells which of them are its label.
      if (isField(element) || hasTexts) record.T = [firstText, texts.length];
      // It has words, and none of them can be seen.
      if (isWorded && !acts && hasTexts && texts.slice(firstText).every(([, , , kind]) => kind === 1)) record.f = 1;
      gap = Math.max(gap, ownGap);
    };

    const root = bench.page.body ?? bench.page.documentElement;
    if (root) visit(root, -1, { isAway: false, isFixed: false, isPointer: false });
    if (isSlow) reasons.add(`looking at it took more than ${limits.milliseconds / 1000} s, which may be this machine's doing`);
    else if (isFull) reasons.add(`it has more than ${limits.elements} things to read and to press`);
    if (unread) reasons.add(`${unread} of its elements could not be read`);
    const scroller = bench.page.scrollingElement ?? bench.page.documentElement;
    return {
      elements: records,
      texts,
      left: Array.from(left),
      reasons: left.size ? Array.from(reasons) : [],
      url: location.href,
      title: clip(bench.page.title, 200),
      width: innerWidth,
      height: innerHeight,
      wide: scroller ? scroller.scrollWidth - scroller.clientWidth : 0,
      invalid: bench.invalid.slice(),
      flashes: bench.flashes.slice(),
      brightness: bench.brightness(),
      frames,
    };
  };
}
