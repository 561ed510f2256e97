// What icons are called by those who made them, and the lines that they are drawn with.
() => {
  const bench = globalThis.bench;
  if (bench.linesOf) return;
  const { clip, squeeze } = bench;
  // Letters of lines beyond which a drawing is no icon.
  const LONG = 700;

  bench.iconOf = (element) => {
    const icon = element.querySelector("i, svg, use, .icon, [class*=icon]");
    if (!icon) return "";
    const use = icon.tagName.toLowerCase() === "use" ? icon : icon.querySelector("use");
    const title = icon.querySelector?.("title")?.textContent;
    return clip(squeeze([icon.getAttribute("class"), icon.getAttribute("data-icon"), use?.getAttribute("href"), title].filter(Boolean).join(" ")), 80);
  };

  // The strokes of an icon say nothing; a page of cards has thousands of them.
  bench.isIcon = (element, tag, box) => tag === "SVG" && box.width <= 40 && box.height <= 40 && !element.querySelector("text, foreignObject, a, [onclick]");

  const said = (shape, ...names) => names.map((name) => Number(shape.getAttribute(name) ?? 0));
  const pathOf = (shape) => {
    switch (shape.tagName.toLowerCase()) {
      case "path": return shape.getAttribute("d") ?? "";
      case "line": {
        const [x1, y1, x2, y2] = said(shape, "x1", "y1", "x2", "y2");
        return `M${x1} ${y1}L${x2} ${y2}`;
      }
      case "polyline": return `M${shape.getAttribute("points")}`;
      case "polygon": return `M${shape.getAttribute("points")}z`;
      case "circle": {
        const [cx, cy, r] = said(shape, "cx", "cy", "r");
        return `M${cx} ${cy - r}a${r} ${r} 0 1 0 0 ${2 * r}a${r} ${r} 0 1 0 0 ${-2 * r}z`;
      }
      default: return `M0 0${shape.tagName}`;
    }
  };
  // The lines of the one icon of a control without words; empty for anything else.
  bench.linesOf = (element) => {
    const icons = element.querySelectorAll("svg");
    if (icons.length !== 1 || /\S/.test(element.textContent)) return "";
    const use = icons[0].querySelector("use");
    const drawing = use ? element.ownerDocument.querySelector(use.getAttribute("href") || use.getAttribute("xlink:href") || "_") : icons[0];
    if (!drawing) return "";
    const shapes = Array.from(drawing.querySelectorAll("path, line, polyline, polygon, circle, rect, ellipse")).filter(
      (shape) => !(shape.getAttribute("fill") === "none" && shape.getAttribute("stroke") === "none") && !/^M0 0h24v24H0V?0?z$/i.test(shape.getAttribute("d") ?? ""),
    );
    const lines = shapes.map(pathOf).join("|");
    return lines.length > LONG ? "" : lines;
  };
}
