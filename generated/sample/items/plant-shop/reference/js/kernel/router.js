/* Benchmark material: do not train on it. Canary: benchwright-canary-3bf3d7f3-2a25-5ea5-82f7-2daa1629cf26 */
"use strict";

/** Views by address: `#/item/fern` shows the view of the route `/item/:id` with `{id: "fern"}`. */
App.createRouter = function createRouter(show) {
  const routes = [];

  function match(path) {
    const parts = path.split("/");
    for (const route of routes) {
      const names = route.path.split("/");
      if (names.length !== parts.length) continue;
      const params = {};
      const fits = names.every((name, index) => {
        if (!name.startsWith(":")) return name === parts[index];
        params[name.slice(1)] = decodeURIComponent(parts[index]);
        return true;
      });
      if (fits) return { route, params };
    }
    return null;
  }

  const current = () => location.hash.slice(1) || "/";

  return {
    add(path, view) {
      routes.push({ path, ...view });
    },
    /** Routes with an entry in the navigation, in order. */
    entries() {
      return routes.filter((route) => route.nav).sort((a, b) => (a.nav.order ?? 50) - (b.nav.order ?? 50));
    },
    current,
    go(path) {
      if (path === current()) show(match(path));
      else location.hash = path;
    },
    start() {
      window.addEventListener("hashchange", () => show(match(current())));
      show(match(current()));
    },
  };
};
