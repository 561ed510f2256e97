"use strict";
const body = document.querySelector("#list tbody");
let editing = null;
let selected = Number(sessionStorage.getItem("row")) || null;

function visible() {
  const q = $("search").value.trim().toLowerCase();
  return Store.data().words.filter((w) => !q || `${w.title} ${w.lang}`.toLowerCase().includes(q));
}

function show() {
  const all = Store.data().words, rows = visible();
  $("total").textContent = all.length;
  $("shown").textContent = rows.length === all.length ? "" : `(${rows.length} match the search)`;
  body.replaceChildren(...rows.map((w) => {
    const menu = el("select", { title: "Action for " + w.title },
      new Option("...", ""), new Option("Open", "open"), new Option("Edit", "edit"), new Option("Delete", "delete"));
    menu.addEventListener("change", () => { const v = menu.value; menu.value = ""; menu.blur(); act(v, w.id); });
    const tr = el("tr", { className: w.id === selected ? "sel" : "" },
      el("td", {}, el("a", { href: "word.html?id=" + w.id, textContent: w.title })),
      el("td", { textContent: w.lang }), el("td", { className: "n", textContent: w.points }), el("td", {}, menu));
    if (w.id === selected) tr.setAttribute("aria-selected", "true");
    return tr;
  }));
  if (!rows.length) body.append(el("tr", {}, el("td", { colSpan: 4, textContent: "No records." })));
  $("langs").replaceChildren(...[...new Set(all.map((w) => w.lang))].sort().map((l) => new Option(l, l)));
}
const say = (text) => { $("msg").textContent = text; };

function act(what, id) {
  const w = Store.data().words.find((x) => x.id === id);
  if (!w) return show();
  if (what === "open") location.href = "word.html?id=" + id;
  if (what === "edit") startEdit(w);
  if (what === "delete" && confirm(`Delete "${w.title}" from the list?`)) {
    Store.change((d) => { d.words = d.words.filter((x) => x.id !== id); });
    if (editing === id) stopEdit();
    say(`"${w.title}" deleted.`);
    show();
  }
}

const form = $("entry");
function startEdit(w) {
  editing = w.id;
  for (const f of ["title", "lang", "points", "mean", "by", "next"]) form.elements[f].value = w[f];
  $("legend").textContent = "Edit record " + w.id;
  $("store").textContent = "Update record";
  $("cancel").hidden = false;
  form.elements.title.focus();
}
function stopEdit() {
  editing = null;
  form.reset();
  $("legend").textContent = "New entry";
  $("store").textContent = "Insert record";
  $("cancel").hidden = true;
}
$("cancel").addEventListener("click", stopEdit);

form.addEventListener("submit", (ev) => {
  ev.preventDefault();
  const rec = {};
  for (const f of ["title", "lang", "points", "mean", "by", "next"]) rec[f] = form.elements[f].value.trim();
  const refuse = (text, field) => { alert(text); form.elements[field].focus(); };
  if (!rec.title) return refuse("Title is a mandatory field.", "title");
  if (!rec.lang) return refuse("Language is a mandatory field.", "lang");
  if (!/^\d{1,4}$/.test(rec.points)) return refuse("Points must be a whole number between 0 and 9999.", "points");
  rec.points = Number(rec.points);
  const same = (w) => w.id !== editing && w.title.toLowerCase() === rec.title.toLowerCase() && w.lang.toLowerCase() === rec.lang.toLowerCase();
  if (Store.data().words.some(same)) return refuse(`"${rec.title}" (${rec.lang}) is already on the list.`, "title");
  const updated = editing !== null;
  Store.change((d) => {
    const old = d.words.find((w) => w.id === editing);
    if (old) Object.assign(old, rec);
    else d.words.push({ id: ++d.lastWord, ...rec });
  });
  stopEdit();
  $("search").value = "";
  say(`Record "${rec.title}" ${updated ? "updated" : "inserted"}.`);
  show();
});

$("search").addEventListener("input", show);
$("clear").addEventListener("click", () => { $("search").value = ""; show(); });
$("reset").addEventListener("click", () => {
  if (!confirm("Restore the sample data? All your own words, changes and requests will be lost.")) return;
  Store.restore();
  selected = null;
  $("search").value = "";
  stopEdit();
  say("Sample data restored.");
  show();
});

function move(by) {
  const rows = visible();
  const at = rows.findIndex((w) => w.id === selected);
  const to = at < 0 ? (by > 0 ? 0 : -1) : at + by;
  if (!rows[to]) return;
  selected = rows[to].id;
  sessionStorage.setItem("row", selected);
  show();
  body.querySelector(".sel").scrollIntoView({ block: "nearest" });
}
Keys.next = () => move(1);
Keys.prev = () => move(-1);
Keys.open = () => { if (visible().some((w) => w.id === selected)) location.href = "word.html?id=" + selected; };
window.addEventListener("storage", show);
window.addEventListener("pageshow", (ev) => { if (ev.persisted) show(); });
show();
if (location.hash === "#search") { $("search").focus(); history.replaceState(null, "", "index.html"); }
