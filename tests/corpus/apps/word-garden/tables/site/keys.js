"use strict";
/* Each page may set Keys.next, Keys.prev, Keys.open. */
const Keys = {};
$("keysBtn").addEventListener("click", () => $("keys").showModal());
document.addEventListener("keydown", (ev) => {
  if (ev.ctrlKey || ev.altKey || ev.metaKey) return;
  const t = ev.target;
  if (t.matches && t.matches("input, textarea, select")) {
    if (ev.key === "Escape") t.blur();
    return;
  }
  if ($("keys").open) return;
  const run = (fn) => { if (fn) { ev.preventDefault(); fn(); } };
  switch (ev.key) {
    case "j": case "J": run(Keys.next); break;
    case "k": case "K": run(Keys.prev); break;
    case "/":
      ev.preventDefault();
      if ($("search")) { $("search").focus(); $("search").select(); } else location.href = "index.html#search";
      break;
    case "?": ev.preventDefault(); $("keys").showModal(); break;
    case "Enter": if (t === document.body) run(Keys.open); break;
  }
});
