"use strict";

/** Shows the list in pages. */
App.feature("paging", ({ app, ui, config }) => {
  const size = config.page_size;
  let turned = { page: 1, list: "" };

  const found = () => app.list.shown("paging");
  const listed = () => found().map((item) => item.id).join(" ");
  const pages = () => Math.max(1, Math.ceil(found().length / size));

  /** The page to show: the one that was turned to, and the first again when search, filter or order list other items. */
  function page() {
    const list = listed();
    if (list !== turned.list) turned = { page: 1, list };
    return Math.min(turned.page, pages());
  }

  function turn(to) {
    turned = { page: to, list: listed() };
    app.redraw();
    window.scrollTo(0, 0);
  }

  // An item that comes, goes or changes leaves the reader on the page.
  app.store.subscribe(() => {
    turned = { ...turned, list: listed() };
  });

  app.list.stage("paging", 90, (items) => items.slice((page() - 1) * size, page() * size));
  app.slot("below-list", () => pages() > 1 && ui.pager({ page: page(), pages: pages(), onGo: turn }), 10);
});
