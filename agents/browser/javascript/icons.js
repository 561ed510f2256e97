// What icons are called by those who made them.
() => {
  const bench = globalThis.bench;
  if (bench.iconOf) return;
  const { clip, squeeze } = bench;

  bench.iconOf = (element) => {
    const icon = element.querySelector("i, svg, use, .icon, [class*=icon]");
    if (!icon) return "";
    const use = icon.tagName.toLowerCase() === "use" ? icon : icon.querySelector("use");
    const title = icon.querySelector?.("title")?.textContent;
    return clip(squeeze([icon.getAttribute("class"), icon.getAttribute("data-icon"), use?.getAttribute("href"), title].filter(Boolean).join(" ")), 80);
  };

  // The strokes of an icon say nothing; a page of cards has thousands of them.
  bench.isIcon = (element, tag, box) => tag === "SVG" && box.width <= 40 && box.height <= 40 && !element.querySelector("text, foreignObject, a, [onclick]");
}
