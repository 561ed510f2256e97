"use strict";

/** A switch between light and dark, remembered in the browser. */
App.feature("theme", ({ app, ui, config }) => {
  const KEY = "theme";
  const page = document.documentElement;

  const isDark = () => page.dataset.theme === "dark";

  function use(theme) {
    page.dataset.theme = theme;
  }

  function choose(dark) {
    const theme = dark ? "dark" : "light";
    use(theme);
    localStorage.setItem(KEY, theme);
    app.redraw();
  }

  use(localStorage.getItem(KEY) ?? config.start);
  app.slot("tools", () => ui.toggle({ label: "Dark mode", on: isDark(), onChange: choose }), 80);
});
