// Roles and accessible names, near enough to what a screen reader computes and far quicker than asking for it.
() => {
  const { bench } = globalThis;
  if (bench.nameOf) return;
  const { plain } = bench;
  const FIELD = new Set(["INPUT", "SELECT", "TEXTAREA"]);
  const SILENT = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", ...FIELD]);
  const INPUT_ROLE = {
    button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox", radio: "radio",
    range: "slider", number: "spinbutton", file: "file", search: "textbox",
  };
  const TAG_ROLE = {
    BUTTON: "button", SUMMARY: "button", TEXTAREA: "textbox", H1: "heading", H2: "heading", H3: "heading",
    H4: "heading", H5: "heading", H6: "heading", IMG: "image", SVG: "image", UL: "list", OL: "list", MENU: "list",
    DL: "list", LI: "listitem", TABLE: "table", TR: "row", TD: "cell", TH: "columnheader", FORM: "form",
    DIALOG: "dialog", NAV: "navigation", MAIN: "main", HEADER: "banner", FOOTER: "contentinfo", ASIDE: "region",
    SECTION: "region", ARTICLE: "article", PROGRESS: "progressbar", METER: "meter", OPTION: "option",
    LABEL: "label", OUTPUT: "status", CANVAS: "canvas", FIELDSET: "group", DETAILS: "group", LEGEND: "legend",
    THEAD: "rowgroup", TBODY: "rowgroup", TFOOT: "rowgroup", VIDEO: "video", FIGURE: "figure", IFRAME: "iframe",
  };
  const SYNONYM = {
    searchbox: "textbox", img: "image", gridcell: "cell", grid: "table", treegrid: "table",
    menuitemcheckbox: "menuitem", menuitemradio: "menuitem", treeitem: "listitem", alertdialog: "dialog",
    complementary: "region", search: "region", directory: "list", none: "", presentation: "", generic: "",
  };
  const clip = (text, length) => (text.length > length ? text.slice(0, length) : text);
  // Letters that show nothing and are no spaces, but for a selector that makes an emoji of the character before it.
  const INVISIBLE = /(?<!\p{Emoji})[\uFE00-\uFE0F]|[\u115F\u1160\u180B-\u180F\u2800\u3164\uFFA0]/gu;
  const squeeze = (text) => {
    const words = text.replace(INVISIBLE, "").replace(/\s+/g, " ").trim();
    return /[^\p{Cf}\s]/u.test(words) ? words : "";
  };
  Object.assign(bench, { clip, squeeze });
  bench.isField = (element) => FIELD.has(element.tagName);

  // The words of an attribute; only the beginning of a very long one.
  const attribute = (element, name) => squeeze(clip(element.getAttribute(name) ?? "", 4000));

  // True for the header of a row, false for that of a column.
  const isRowHeader = (header) => {
    if (header.scope) return /^row/.test(header.scope);
    const row = header.parentElement;
    return row?.firstElementChild === header && header.nextElementSibling?.tagName === "TD" && row.parentElement?.tagName !== "THEAD";
  };

  bench.roleOf = (element) => {
    const said = clip(attribute(element, "role").split(" ")[0].toLowerCase(), 40);
    if (said) return said in SYNONYM ? SYNONYM[said] : said;
    const tag = element.tagName.toUpperCase();
    if (tag === "INPUT") return INPUT_ROLE[element.type] ?? "textbox";
    if (tag === "SELECT") return element.multiple || element.size > 1 ? "listbox" : "combobox";
    if (tag === "A" || tag === "AREA") return element.hasAttribute("href") ? "link" : "";
    if (tag === "TH" && isRowHeader(element)) return "rowheader";
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
  const givenName = (element, role) => {
    const ids = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
    const naming = ids.map((id) => plain(element.getRootNode()).getElementById?.(id)).filter(Boolean);
    const by = squeeze(naming.map((found) => spoken(found)).join(" "));
    if (by) return [by, "labelledby"];
    const said = attribute(element, "aria-label");
    if (said) return [said, "aria"];
    for (const label of element.labels ?? []) {
      // A label that only shows an icon has a tooltip.
      const words = spoken(label) || attribute(label, "aria-label") || attribute(label, "title");
      if (words) return [words, "label"];
    }
    if (element.tagName === "INPUT" && /^(submit|button|reset)$/.test(element.type) && element.value) return [element.value, "text"];
    if (element.tagName === "IMG" && element.alt) return [element.alt, "alt"];
    if (element.tagName === "FIELDSET") {
      const legend = element.querySelector(":scope > legend");
      if (legend) return [spoken(legend), "label"];
    }
    if (element.tagName === "TABLE" && element.caption) return [spoken(element.caption), "label"];
    if (NAMED_BY_TEXT.test(role)) {
      const words = spoken(element);
      if (words) return [words, "text"];
    }
    const title = attribute(element, "title");
    if (title) return [title, "title"];
    const placeholder = squeeze(element.getAttribute("placeholder") ?? element.getAttribute("data-placeholder") ?? "");
    if (placeholder) return [placeholder, "placeholder"];
    return ["", ""];
  };
  // The accessible name of an element with a role, and its source. Of like options in a row a screen reader says the
  // place too, so that two stars can be told from three.
  bench.nameOf = (element, role) => {
    const named = givenName(element, role);
    const place = role === "radio" ? attribute(element, "aria-posinset") : "";
    return /^\d+$/.test(place) && !/\d/.test(named[0]) ? [squeeze(`${place} ${named[0]}`), named[1] || "aria"] : named;
  };
  // What the makers of an icon called it, for the first icon in an element.
  bench.iconOf = (element) => {
    const icon = element.querySelector("i, svg, use, .icon, [class*=icon]");
    if (!icon) return "";
    const use = icon.tagName.toLowerCase() === "use" ? icon : icon.querySelector("use");
    const title = icon.querySelector("title")?.textContent;
    const words = [icon.getAttribute("class"), icon.getAttribute("data-icon"), use?.getAttribute("href"), title];
    return clip(squeeze(words.filter(Boolean).join(" ")), 80);
  };
}
