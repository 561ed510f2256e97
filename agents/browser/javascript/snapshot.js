// One look at the page: everything rendered, in document order, as short-keyed records; fields at rest are left out.
// Keys are spelled out in agents/browser/snapshot.py, which reads them.
({ limits, states }) => {
  const bench = globalThis.bench;
  if (bench.snapshot) return;

  const INLINE = /^(inline|contents|ruby)/;
  const FIELD = new Set(["INPUT", "SELECT", "TEXTAREA"]);
  // CSS pixels up to which a frame has no room for anything that could be read.
  const SPECK = 8;
  // CSS pixels up to which a box is looked at more closely.
  const SMALL = 8;
  // Of what stands in these, little or nothing is drawn.
  const UNDRAWN = /^(CANVAS|VIDEO|AUDIO|PROGRESS|METER|OBJECT|DESC|METADATA|TEXT|TSPAN|TITLE|DEFS|SYMBOL|SVG|G)$/;
  const SKIPPED = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "LINK", "META", "TITLE", "BR", "WBR", "SOURCE", "TRACK", "PARAM"]);
  const { clip, squeeze, roleOf, nameOf, plain, typeOf, holds, deepest, iconOf, isIcon } = bench;

  const tokensOf = (element) => {
    const isSearch = /^search(box)?$/.test(element.getAttribute("role") ?? element.type ?? "");
    const parts = [isSearch ? "search" : "", element.id, element.getAttribute("name"), element.getAttribute("class"), element.getAttribute("data-action"), element.getAttribute("data-testid")];
    return clip(parts.filter((part) => typeof part === "string" && part).map((part) => clip(part, 160)).join(" "), 160);
  };

  const anyOf = (words) => `(${words.join("|")})`;
  const DONE = new RegExp(`(^|[-_\\s])${anyOf(states.done)}($|[-_\\s])`, "i");
  const CHOSEN = new RegExp(`(^|[-_\\s])${anyOf([...states.chosen, "is-on"])}($|[-_\\s])|(^|\\s|--)(is-)?${anyOf(states.here)}($|\\s)`, "i");
  const MARKS = ["data-active", "data-selected", "data-current", "data-focused", "data-highlighted"];
  const stateOf = (element, role, isFocused) => {
    const states = [];
    const aria = (name) => element.getAttribute(`aria-${name}`);
    const classes = clip(element.getAttribute("class") ?? "", limits.text);
    if (element.checked === true && /checkbox|radio|switch|menuitem/.test(role)) states.push("checked");
    else if (aria("checked") === "true") states.push("checked");
    else if (element.type !== "checkbox" && aria("checked") === null && DONE.test(classes)) states.push("checked");
    if (element.matches(":disabled") || aria("disabled") === "true") states.push("disabled");
    if (aria("expanded") === "true" || (element.tagName === "DETAILS" && element.open)) states.push("expanded");
    if (aria("pressed") === "true") states.push("pressed");
    if (aria("selected") === "true" || (element.tagName === "OPTION" && element.selected)) states.push("selected");
    else if (aria("selected") === null && (CHOSEN.test(classes) || MARKS.some((mark) => (element.getAttribute(mark) ?? "false") !== "false"))) states.push("selected");
    if (isFocused) states.push("focused");
    if (aria("invalid") === "true" || (FIELD.has(element.tagName) && element.matches(":user-invalid"))) states.push("invalid");
    if (element.readOnly === true && element.hasAttribute("readonly")) states.push("readonly");
    if (element.hasAttribute("aria-current") && aria("current") !== "false") states.push("current");
    if ((element.required ?? false) || aria("required") === "true") states.push("required");
    return states;
  };

  const valueOf = (element, role) => {
    if (element.tagName === "SELECT") return squeeze(element.selectedOptions[0]?.textContent ?? "");
    if (element.tagName === "INPUT" && /^(checkbox|radio|button|submit|reset|image|file)$/.test(element.type)) return undefined;
    if (FIELD.has(element.tagName)) return clip(element.value, limits.text);
    if (element.tagName === "PROGRESS" || element.tagName === "METER") return String(element.value);
    const [text, now] = [element.getAttribute("aria-valuetext"), element.getAttribute("aria-valuenow")];
    // "Any price" says nothing of where a slider stands, or a number that is turned.
    const said = /^(slider|spinbutton)$/.test(role) && now !== null && !/\d/.test(text ?? "") ? now : text ?? now;
    if (said !== null) return said;
    if (role === "textbox") return clip(element.textContent ?? "", limits.text);
    return undefined;
  };

  const describeField = (element, record) => {
    if (element.tagName === "INPUT") record.y = element.type;
    if (element.type === "radio" && element.name) record.G = clip(element.name, limits.text);
    for (const attribute of ["min", "max", "step", "pattern", "minlength", "maxlength", "inputmode", "autocomplete"]) {
      const said = element.getAttribute(attribute);
      if (said) (record.l ??= {})[attribute] = clip(said, limits.text);
    }
    if (element.tagName === "SELECT") {
      record.o = Array.from(element.options).slice(0, 200).map((option) => [clip(squeeze(option.textContent), 120), option.value, option.disabled || option.hidden]);
    }
  };

  const hasText = (nodes) => Array.prototype.some.call(nodes, (child) => typeOf(child) === 3 && /\S/.test(child.data));
  // Whether a press on the point reaches the element: itself, what is inside of it, its label, or what it fills.
  const reaches = (element, hit) =>
    hit && (holds(element, hit) || Array.from(element.labels ?? []).some((label) => holds(label, hit)));
  bench.reaches = reaches;

  const isStruck = (element) =>
    element !== null && (element.closest("s, del, strike") !== null || getComputedStyle(element).textDecorationLine.includes("line-through"));

  bench.snapshot = () => {
    const started = performance.now();
    const elements = (bench.elements = []);
    const records = [];
    const texts = [];
    const focused = bench.focused();
    // Where the document lies that is being described.
    let at = bench.placeOf(bench.page);
    let moving = bench.movingIn(bench.page);
    let isFull = false;
    let isSlow = false;
    let gap = 0;
    let letters = 0;
    let seen = 0;
    // Elements with words or controls, and all others: boxes around them, and mere decoration.
    let telling = 0;
    let mute = 0;
    let unread = 0;
    const left = bench.leftOut();
    const reasons = new Set();

    const boxes = bench.boxesNow();
    const range = document.createRange();
    // Whether nothing of a text is drawn where it can be seen.
    const isAway = (text, reach) => {
      range.selectNodeContents(text);
      return bench.areOut(range.getBoundingClientRect(), reach);
    };
    // Where nothing clips and nothing is shifted, words are where their element is; asking for each text takes longer.
    const mayBeElsewhere = (tag, style, box, reach) =>
      reach.isClipped || style.textIndent !== "0px" || UNDRAWN.test(tag) || box.width <= SMALL || box.height <= SMALL || bench.isOut(box, reach);
    const say = (owner, node, isHidden, reach) => {
      const raw = node.data;
      const words = squeeze(raw);
      if (!words) {
        if (raw) gap = Math.max(gap, 1);
        return;
      }
      const hidden = isHidden || (reach !== null && isAway(node, reach));
      if (/^\s/.test(raw)) gap = Math.max(gap, 1);
      if (letters > limits.letters) {
        if (hidden) return;
        left.kinds.add("text");
        reasons.add(`it has more than ${limits.letters} letters`);
        return;
      }
      const kept = clip(words, limits.text);
      letters += kept.length;
      texts.push([owner, kept, gap, hidden ? 1 : isStruck(node.parentElement) ? 2 : 0]);
      gap = /\s$/.test(raw) ? 1 : 0;
    };

    const visit = (node, parent, inherited) => {
      const from = records.length;
      try {
        describe(node, parent, inherited);
      } catch {
        // One element that cannot be read costs itself alone, and is counted.
        unread += 1;
        left.kinds.add("any");
        for (const record of records.slice(from)) record.j ??= records.length;
      }
    };

    // What a frame shows stands in the page as if it were written there.
    const enter = (frame, index, isShown, below) => {
      const inner = bench.documentIn(frame);
      if (!inner && isShown) left.noteFrame(frame, index);
      const page = inner && plain(inner);
      const root = page && (page.body ?? page.documentElement);
      if (!root) return;
      const [outer, outerMoving] = [at, moving];
      at = bench.placeOf(page);
      gap = 2;
      moving = bench.movingIn(page);
      visit(root, index, { ...below, paper: bench.firstPaper(page, below.paper), reach: bench.firstReach(page) });
      moving = outerMoving;
      gap = 2;
      at = outer;
      // A body is the whole page to those who read this; the one of a frame is a box in it.
      if (records[index + 1]?.g === "body") records[index + 1].g = "div";
    };

    const describe = (node, parent, inherited) => {
      const element = plain(node);
      seen += 1;
      if (!isFull && (seen & 63) === 0 && performance.now() - started > limits.milliseconds) isSlow = true;
      if (isFull || isSlow || telling >= limits.elements) {
        isFull = true;
        left.scan(node);
        return;
      }
      const tag = element.tagName.toUpperCase();
      if (SKIPPED.has(tag)) {
        if (tag === "BR") gap = 2;
        return;
      }
      const style = getComputedStyle(node);
      const isField = FIELD.has(tag);
      if (style.display === "none") {
        const label = isField && Array.from(element.labels ?? []).find((found) => found.getClientRects().length);
        if (!label && !(isField && element.type === "file")) return;
      }
      const isInline = INLINE.test(style.display);
      const isLoose = style.display.startsWith("inline-");
      if (!isInline) gap = 2;
      else if (isLoose) gap = Math.max(gap, 1);

      const box = element.getBoundingClientRect();
      const role = roleOf(element);
      const isTiny = box.width <= 2 || box.height <= 2;
      const hasBox = box.width > 0 && box.height > 0;
      const opacity = inherited.opacity * bench.opacityOf(style);
      const faint = bench.isFaint(opacity);
      const reach = bench.reachOf(node, element, style, inherited.reach, moving);
      const reachIn = bench.reachIn(node, element, style, reach, moving);
      const unseen = inherited.unseen || (hasBox && bench.isOut(box, reach)) || (isTiny && reachIn !== reach && bench.isOut(box, reachIn));
      const fixed = inherited.fixed || style.position === "fixed" || (tag === "DIALOG" && element.matches(":modal"));
      const pointer = style.cursor === "pointer";

      const isActive = /^(a|button|summary|input|select|textarea|label|option)$/i.test(tag) && (tag !== "A" || role === "link");
      const acts = isActive || /^(button|link|tab|menuitem|option|switch|checkbox|radio|combobox|slider|spinbutton|textbox)$/.test(role)
        || element.hasAttribute("onclick") || (pointer && !inherited.pointer) || (element.tabIndex >= 0 && element.hasAttribute("tabindex"));
      const paper = bench.paper(style, inherited.paper);
      const below = { opacity, unseen: inherited.unseen, fixed, pointer: inherited.pointer || pointer, paper, reach: reachIn };
      const nodes = element.shadowRoot ? element.shadowRoot.childNodes : tag === "SLOT" && element.assignedNodes().length ? element.assignedNodes() : element.childNodes;
      const isFrame = bench.isFrame(element, tag);
      const isWorded = !isFrame && hasText(nodes);
      const isBlank = isWorded && bench.isBlank(node, style, paper, boxes);
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
      const record = { p: parent, g: clip(tag.toLowerCase(), 40), b: [at.x + at.scale * box.x, at.y + at.scale * box.y, at.scale * box.width, at.scale * box.height].map(Math.round) };
      records.push(record);
      elements.push(node);
      if (role) record.r = role;
      if (acts) record.c = 1;
      const [name, source] = nameOf(element, role);
      if (name) {
        record.n = clip(name, limits.text);
        record.s = source;
      }
      for (const [key, attribute] of [["t", "title"], ["h", "placeholder"]]) {
        const words = element.getAttribute(attribute);
        if (words) record[key] = clip(squeeze(clip(words, limits.text)), 160);
      }
      const tokens = tokensOf(element);
      if (tokens) record.k = tokens;
      if (acts) {
        const icon = iconOf(element);
        if (icon) record.i = icon;
      }
      const states = stateOf(element, role, focused.has(node));
      if (states.length) record.q = states;
      const value = valueOf(element, role);
      if (value !== undefined) record.v = value;
      if (isField) describeField(element, record);
      if (element.getAttribute("aria-haspopup")) record.m = 1;
      if (element.draggable && tag !== "A" && tag !== "IMG") record.x = 1;
      if (element.getAttribute("aria-live") || /^(alert|status|log)$/.test(role)) record.w = 1;
      const invisible = style.visibility !== "visible" || style.display === "none";
      if (invisible || unseen) record.u = 1;
      // Blank words under a picture, as of a button with an icon, are its name all the same.
      if (faint || (isBlank && !acts && style.backgroundImage === "none")) record.f = 1;
      if (fixed) record.z = 1;
      if (acts && !invisible && box.width && box.height) {
        // A field that is clipped to a point or not drawn is pressed by its label.
        const label = (isTiny || faint) && isField && Array.from(element.labels ?? []).find((found) => found.getClientRects().length);
        // A link over two lines has the middle of its box beside it: each line counts.
        const points = Array.from((label || element).getClientRects(), (line) => [at.x + at.scale * (line.x + line.width / 2), at.y + at.scale * (line.y + line.height / 2)]);
        const inView = points.filter(([x, y]) => x >= at.left && y >= at.top && x < at.right && y < at.bottom);
        if (inView.length && !inView.some(([x, y]) => reaches(node, deepest(x, y)))) record.a = 1;
      }

      if (isFrame) {
        const isShown = !invisible && !unseen && !faint && box.width > SPECK && box.height > SPECK;
        enter(element, index, isShown, { ...below, unseen: unseen || invisible, pointer: false });
      } else if (tag !== "SELECT" && tag !== "TEXTAREA" && !isIcon(element, tag, box)) {
        const closed = tag === "DETAILS" && !element.open;
        const textReach = isWorded && mayBeElsewhere(tag, style, box, reachIn) ? reachIn : null;
        for (const child of nodes) {
          const type = typeOf(child);
          if (type === 3) {
            if (!closed) say(index, child, invisible || inherited.unseen || faint || isBlank, textReach);
          } else if (type === 1 && (!closed || child.tagName === "SUMMARY")) visit(child, index, below);
        }
      }
      record.j = records.length;
      // Where a field stands among the words tells which of them are its label.
      if (isField || texts.length > firstText) record.T = [firstText, texts.length];
      if (texts.length > firstText) {
        // Words that are there, and none of them to be seen.
        if (isWorded && !acts && texts.slice(firstText).every(([, , , kind]) => kind === 1)) record.f = 1;
      }
      if (!isInline) gap = 2;
      else if (isLoose) gap = Math.max(gap, 1);
    };

    const root = bench.page.body ?? bench.page.documentElement;
    if (root) visit(root, -1, { opacity: bench.opacityOf(getComputedStyle(bench.page.documentElement)), unseen: false, fixed: false, pointer: false, paper: bench.firstPaper(), reach: bench.firstReach(bench.page) });
    if (isSlow) reasons.add(`looking at it took more than ${limits.milliseconds / 1000} s, which may be this machine's doing`);
    else if (isFull) reasons.add(`it has more than ${limits.elements} things to read and to press`);
    if (unread) reasons.add(`${unread} of its elements could not be read`);
    const page = bench.page.scrollingElement ?? bench.page.documentElement;
    return {
      elements: records,
      texts,
      left: Array.from(left.kinds),
      reasons: left.kinds.size ? Array.from(reasons) : [],
      url: location.href,
      title: clip(bench.page.title, 200),
      width: innerWidth,
      height: innerHeight,
      wide: page ? page.scrollWidth - page.clientWidth : 0,
      invalid: bench.invalid.slice(),
      flashes: bench.flashes.slice(),
      brightness: bench.brightness(),
      frames: left.frames,
    };
  };
}
