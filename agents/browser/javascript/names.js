// Roles and accessible names, near enough to what a screen reader computes. The browser's own computedName and
// computedRole take a hundred times as long: they build the accessibility tree anew for each element.
() => {
  const { bench } = globalThis;
  if (bench.nameOf) return;
  const { plain } = bench;
  const FIELD = new Set(["INPUT", "SELECT", "TEXTAREA"]);
  const SILENT = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", ...FIELD]);
  const INPUT_ROLE = {
    button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox", radio: "radio",
    range: "slider", number: "spinbutton", file: "file",
  };
  const TAG_ROLE = {
    BUTTON: "button", SUMMARY: "button", TEXTAREA: "textbox", H1: "heading", H2: "heading", H3: "heading", H4: "heading",
    H5: "heading", H6: "heading", IMG: "image", SVG: "image", UL: "list", OL: "list", MENU: "list", DL: "list", LI: "listitem",
    TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TFOOT: "rowgroup", TR: "row", TD: "cell", TH: "columnheader",
    FORM: "form", FIELDSET: "group", LEGEND: "legend", LABEL: "label", OPTION: "option", OUTPUT: "status",
    PROGRESS: "progressbar", METER: "meter", DIALOG: "dialog", DETAILS: "group", NAV: "navigation", MAIN: "main",
    HEADER: "banner", FOOTER: "contentinfo", ASIDE: "region", SECTION: "region", ARTICLE: "article", FIGURE: "figure",
    CANVAS: "canvas", VIDEO: "video", IFRAME: "iframe",
  };
  const SYNONYM = {
    __proto__: null, searchbox: "textbox", img: "image", gridcell: "cell", grid: "table", treegrid: "table",
    menuitemcheckbox: "menuitem", menuitemradio: "menuitem", treeitem: "listitem", alertdialog: "dialog",
    complementary: "region", search: "region", directory: "list", none: "", presentation: "", generic: "",
  };
  const clip = (text, length) => text.slice(0, length);
  // Letters that show nothing and are no spaces, but for a selector that makes an emoji of the character before it.
  const INVISIBLE = /(?<!\p{Emoji})[\uFE00-\uFE0F]|[\u115F\u1160\u180B-\u180F\u2800\u3164\uFFA0]/gu;
  const squeeze = (text) => {
    const words = text.replace(INVISIBLE, "").replace(/\s+/g, " ").trim();
    return /[^\p{Cf}\s]/u.test(words) ? words : "";
  };
  // The words of an attribute; only the beginning of a very long one.
  const attribute = (element, name) => squeeze(clip(element.getAttribute(name) ?? "", 4000));
  const isField = (element) => FIELD.has(element.tagName);
  Object.assign(bench, { clip, squeeze, attribute, isField });

  const ROW_HEADER = "[scope^=row], :not(thead) > tr > th:first-child:not([scope]):has(+ td)";
  bench.saidRole = (element) => clip(attribute(element, "role").split(" ")[0].toLowerCase(), 40);
  bench.roleOf = (element) => {
    const said = bench.saidRole(element);
    if (said) return SYNONYM[said] ?? said;
    const tag = element.tagName.toUpperCase();
    if (tag === "INPUT") return INPUT_ROLE[element.type] ?? "textbox";
    if (tag === "SELECT") return element.multiple || element.size > 1 ? "listbox" : "combobox";
    if (tag === "A" || tag === "AREA") return element.hasAttribute("href") ? "link" : "";
    if (tag === "TH" && element.matches(ROW_HEADER)) return "rowheader";
    if (element.isContentEditable && !element.parentElement?.isContentEditable) return "textbox";
    return TAG_ROLE[tag] ?? "";
  };

  // Text for names as a screen reader says it: hidden helper text counts, aria-hidden text does not.
  const spoken = (element, depth = 0) => {
    let words = "";
    for (const child of plain(element).childNodes) {
      if (words.length > 300 || depth > 12) break;
      const node = plain(child);
      if (node.nodeType === 3) words += node.data;
      else if (node.nodeType === 1 && node.getAttribute("aria-hidden") !== "true" && !SILENT.has(node.tagName.toUpperCase())) {
        words += ` ${node.getAttribute("aria-label") || (node.tagName === "IMG" ? node.alt : spoken(child, depth + 1))} `;
      }
    }
    return depth ? words : clip(squeeze(words), 200);
  };

  const NAMED_BY_TEXT = /^(button|link|tab|menuitem|option|heading|cell|columnheader|switch|checkbox|radio|label|legend|alert|status|row|listitem)$/;
  // Where a name comes from, in the order of precedence.
  const SOURCES = {
    labelledby: (element) => {
      const ids = attribute(element, "aria-labelledby");
      const root = ids && plain(element.getRootNode());
      const found = ids && ids.split(" ").map((id) => root.getElementById?.(id)).filter(Boolean);
      return found && squeeze(found.map((one) => spoken(one)).join(" "));
    },
    aria: (element) => attribute(element, "aria-label"),
    label: (element) => {
      const labels = element.labels ?? [element.tagName === "FIELDSET" ? element.querySelector(":scope > legend") : element.caption];
      // A label that only shows an icon has a tooltip.
      const words = Array.from(labels, (label) => label && (spoken(label) || attribute(label, "aria-label") || attribute(label, "title")));
      return words.find(Boolean);
    },
    text: (element, role) => (/^(submit|button|reset)$/.test(element.type) && isField(element) ? element.value : NAMED_BY_TEXT.test(role) && spoken(element)),
    alt: (element) => element.tagName === "IMG" && element.alt,
    title: (element) => attribute(element, "title"),
    placeholder: (element) => attribute(element, "placeholder") || attribute(element, "data-placeholder"),
  };
  // The accessible name of an element with a role, and its source. Of like options in a row a screen reader says the
  // place too, so that two stars can be told from three.
  bench.nameOf = (element, role) => {
    const place = role === "radio" ? attribute(element, "aria-posinset") : "";
    for (const source of Object.keys(SOURCES)) {
      const name = SOURCES[source](element, role);
      if (name) return [place && !/\d/.test(name) ? `${place} ${name}` : name, source];
    }
    return [place, "aria"];
  };
  // What the makers of an icon called it, for the first icon in an element.
  bench.iconOf = (element) => {
    const icon = element.querySelector("i, svg, .icon, [class*=icon]");
    const use = icon?.querySelector("use")?.getAttribute("href");
    const words = [icon?.getAttribute("class"), icon?.getAttribute("data-icon"), use, icon?.querySelector("title")?.textContent];
    return clip(squeeze(words.filter(Boolean).join(" ")), 80);
  };
}
