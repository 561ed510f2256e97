// One look at the page: everything rendered, in document order. The keys of a record are fields of Element in
// agents/browser/snapshot.py; fields at rest are left out.
({ limits }) => {
  const { bench } = globalThis;
  if (bench.snapshot) return;
  const { clip, squeeze, attribute, plain, typeOf, roleOf, nameOf, isField } = bench;
  // CSS pixels up to which a frame has no room for anything that could be read.
  const SMALL = 8;
  const INLINE = /^(inline|contents|ruby)/;
  const SKIPPED = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "LINK", "META", "TITLE", "BR", "WBR", "SOURCE", "TRACK", "PARAM"]);
  const ACTIVE = "a[href], button, summary, input, select, textarea, label, option, [onclick]";
  const ACTING = /^(button|link|tab|menuitem|option|switch|checkbox|radio|combobox|slider|spinbutton|textbox)$/;

  const tokensOf = (element) => {
    const search = /^search(box)?$/.test(element.getAttribute("role") ?? element.type ?? "") && "search";
    const said = ["id", "name", "class", "data-action", "data-testid"].map((name) => clip(element.getAttribute(name) ?? "", 160));
    return clip([search, ...said].filter(Boolean).join(" "), 160);
  };

  const statesOf = (element, role, isFocused) => {
    const aria = (name) => element.getAttribute(`aria-${name}`);
    const isTicked = element.checked === true && /checkbox|radio|switch|menuitem/.test(role);
    const found = {
      checked: isTicked || aria("checked") === "true",
      disabled: element.matches(":disabled") || aria("disabled") === "true",
      expanded: aria("expanded") === "true" || (element.tagName === "DETAILS" && element.open),
      selected: aria("selected") === "true" || (element.tagName === "OPTION" && element.selected),
      pressed: aria("pressed") === "true", focused: isFocused,
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
  const optionOf = (option) => [clip(squeeze(option.textContent), 120), option.value, option.disabled || option.hidden];
  // What an element says of itself, whatever its place, without the fields at rest.
  const describe = (element, role, acts, isFocused) => {
    const [name, source] = nameOf(element, role);
    const field = isField(element) && element;
    const said = {
      role,
      name: clip(name, limits.text), source: name && source,
      title: clip(attribute(element, "title"), 160), placeholder: clip(attribute(element, "placeholder"), 160),
      tokens: tokensOf(element), clickable: acts, icon: acts && bench.iconOf(element),
      states: statesOf(element, role, isFocused),
      input_type: (field.tagName === "INPUT" && field.type) || (element.tagName === "BUTTON" && element.form && element.type),
      group: field.type === "radio" && clip(field.name, limits.text),
      limits: field && LIMITS.filter((limit) => field.getAttribute(limit)).map((limit) => [limit, clip(field.getAttribute(limit), limits.text)]),
      options: field.tagName === "SELECT" && Array.from(field.options).slice(0, 200).map(optionOf),
      has_popup: /^(true|menu|listbox|tree|grid)$/.test(element.getAttribute("aria-haspopup")),
      live: Boolean(element.getAttribute("aria-live")) || /^(alert|status|log)$/.test(role),
    };
    for (const key of Object.keys(said)) if (!said[key] || said[key].length === 0) delete said[key];
    return { ...said, value: valueOf(element, role) };
  };

  const hasText = (nodes) => Array.prototype.some.call(nodes, (child) => typeOf(child) === 3 && /\S/.test(child.data));
  const shownLabel = (element) => Array.from(element.labels ?? []).find((label) => label.getClientRects().length);
  // The strokes of an icon say nothing, and a page of cards has thousands of them.
  const isIcon = (element, tag, box) => tag === "SVG" && box.width <= 40 && box.height <= 40 && !element.querySelector("text, foreignObject, a, [onclick]");

  bench.snapshot = () => {
    const started = performance.now();
    const elements = (bench.elements = []);
    const [records, texts] = [[], []];
    // Why a look leaves something out, and the kind of that.
    const left = new Map();
    const leaveOut = (kind, reason) => left.set(reason, kind);
    const [focused, sight] = [bench.focused(), bench.newSight()];
    // Text nodes, each with what it stands in; records of elements with words; and empty boxes that nothing can be seen through.
    const [spots, worded, lids] = [[], [], new Map()];
    // Elements with words or controls are telling; all others are boxes around them, and decoration.
    let [gap, letters, telling] = [0, 0, 0];

    const say = (owner, node, text, isStruck) => {
      const raw = text.data;
      const words = squeeze(raw);
      if (raw && (!words || /^\s/.test(raw))) gap = Math.max(gap, 1);
      if (!words) return;
      const isReadable = bench.isReadable(text, node, sight);
      if (isReadable === undefined) leaveOut("text", "a part of it is masked");
      if (letters > limits.letters) {
        if (isReadable) leaveOut("text", `it has more than ${limits.letters} letters`);
        return;
      }
      const kept = clip(words, limits.text);
      letters += kept.length;
      texts.push([owner, kept, gap, isReadable ? Number(isStruck) * 2 : 1]);
      spots.push([text, node]);
      gap = /\s$/.test(raw) ? 1 : 0;
    };
    // True where something else lies over all that can be seen of an element.
    const isCovered = (node, element, isBare) => {
      // A field that is clipped to a point or not drawn is pressed by its label.
      const label = isBare && isField(element) && shownLabel(element);
      // The middle of the box of a link over two lines is beside it: each line counts.
      const hits = Array.from((label || element).getClientRects(), (line) => bench.hitIn(line)).filter(Boolean);
      return hits.length > 0 && !hits.some((hit) => bench.reaches(node, hit));
    };
    const visit = (node, parent, around) => {
      const element = plain(node);
      const tag = element.tagName.toUpperCase();
      if (tag === "BR") gap = 2;
      if (SKIPPED.has(tag)) return;
      if (performance.now() - started > limits.milliseconds) {
        return leaveOut("any", `looking at it took more than ${limits.milliseconds / 1000} s, which may be this machine's doing`);
      }
      if (telling >= limits.elements || records.length >= 2 * limits.elements) {
        return leaveOut("any", `it has more than ${limits.elements} things to read and to press`);
      }
      const place = bench.placeIn(node, sight);
      const { style, isFaint } = place;
      const isUndisplayed = style.display === "none";
      if (isUndisplayed && !(isField(element) && (element.type === "file" || shownLabel(element)))) return;
      const ownGap = INLINE.test(style.display) ? Number(style.display.startsWith("inline-")) : 2;
      gap = Math.max(gap, ownGap);

      const box = element.getBoundingClientRect();
      const hasBox = box.width > 0 && box.height > 0;
      const isTiny = box.width <= 2 || box.height <= 2;
      const isShapedAway = place.isShaped && hasBox && bench.reaches(node, bench.hitIn(box)) === false;
      const isUnseen = isShapedAway || isUndisplayed || style.visibility !== "visible" || (hasBox && bench.isOut(box, place.view));
      const isPointer = style.cursor === "pointer";
      const below = {
        isFixed: around.isFixed || style.position === "fixed" || (tag === "DIALOG" && element.matches(":modal")),
        isPointer: around.isPointer || isPointer,
        isStruck: around.isStruck || style.textDecorationLine.includes("line-through"),
      };
      const role = roleOf(element);
      const acts = ACTING.test(role) || element.matches(ACTIVE) || (isPointer && !around.isPointer) || (element.tabIndex >= 0 && element.hasAttribute("tabindex"));
      const [total, there] = role === "table" ? [element.ariaRowCount, element.querySelectorAll("tr, [role=row]").length] : [/^(listitem|article)$/.test(role) && element.ariaSetSize, element.parentElement?.children.length];
      if (Number(total) > there) leaveOut("text", "it shows only a part of a list");
      const slotted = tag === "SLOT" ? element.assignedNodes() : [];
      const nodes = slotted.length ? slotted : (element.shadowRoot ?? element).childNodes;
      const isFrame = bench.isFrame(element, tag);
      const isWorded = !isFrame && hasText(nodes);
      if (!acts && !isWorded && !nodes.length && !hasBox && !role) return;

      const [index, firstText] = [records.length, texts.length];
      if (hasBox && (acts || isWorded)) telling += 1;
      const record = {
        parent,
        tag: clip(tag.toLowerCase(), 40),
        box: [box.x, box.y, box.width, box.height].map(Math.round),
        ...describe(element, role, acts, focused.has(node)),
        unseen: isUnseen || undefined, faint: isFaint || undefined, fixed: below.isFixed || undefined,
        covered: (acts && hasBox && style.visibility === "visible" && isCovered(node, element, isTiny || isFaint)) || undefined,
      };
      records.push(record);
      elements.push(node);

      if (isFrame) {
        const hasRoom = box.width > SMALL && box.height > SMALL;
        if (hasRoom && !isUnseen && !isFaint && bench.mayShow(element)) leaveOut("frame", "a frame in it is not looked into");
      } else if (tag !== "SELECT" && tag !== "TEXTAREA" && !isIcon(element, tag, box)) {
        const isClosed = tag === "DETAILS" && !element.open;
        for (const child of nodes) {
          const type = typeOf(child);
          if (type === 3 && !isClosed) say(index, node, child, below.isStruck);
          else if (type === 1 && (!isClosed || child.tagName === "SUMMARY")) visit(child, index, below);
        }
      }
      record.end = records.length;
      // The place of a field among the words tells which of them are its label.
      if (isField(element) || texts.length > firstText) record.texts = [firstText, texts.length];
      if (isWorded && !acts && texts.length > firstText) worded.push(record);
      // What lies over words at the edge of the window may be scrolled off them.
      const staysOver = !below.isFixed || (box.width >= innerWidth && box.height >= innerHeight);
      const isEmpty = () => areHidden(firstText, texts.length) && !records.slice(index).some(({ clickable }) => clickable);
      if (place.isOpaque && hasBox && !isUnseen && staysOver && isEmpty()) lids.set(node, box);
      gap = Math.max(gap, ownGap);
    };
    const areHidden = (from, to) => texts.slice(from, to).every(([, , , kind]) => kind === 1);

    const root = bench.page.body ?? bench.page.documentElement;
    if (root) visit(root, -1, { isFixed: false, isPointer: false, isStruck: false });
    for (const [place, text] of lids.size ? texts.entries() : []) {
      if (text[3] === 1 || !bench.isUnder(...spots[place], lids)) continue;
      text[3] = 1;
      leaveOut("text", "something lies over a part of it");
    }
    // Elements of which no words can be seen; those of a button with an icon are its name all the same.
    for (const record of worded) if (areHidden(...record.texts)) record.faint = true;
    const scroller = bench.page.scrollingElement ?? bench.page.documentElement;
    return {
      elements: records, texts,
      left_out: [...left.values()], obstacles: [...left.keys()],
      url: location.href, title: clip(bench.page.title, 200),
      width: innerWidth, height: innerHeight,
      sideways: scroller ? scroller.scrollWidth - scroller.clientWidth : 0,
      invalid: bench.invalid.slice(), flashes: bench.flashes.slice(),
      brightness: bench.brightness(),
    };
  };
}
