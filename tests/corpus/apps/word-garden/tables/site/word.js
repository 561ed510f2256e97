"use strict";
const id = Number(new URLSearchParams(location.search).get("id"));
const words = Store.data().words;
const at = words.findIndex((w) => w.id === id);
const w = words[at];
const goTo = (i) => { if (at >= 0 && words[i]) location.href = "word.html?id=" + words[i].id; };
if (!w) {
  $("h").textContent = "Record not found";
  $("sheet").append(el("tr", {}, el("td", { textContent: "There is no word with this number in the list." })));
  $("prev").disabled = $("next").disabled = true;
  $("req").hidden = true;
} else {
  sessionStorage.setItem("row", w.id);
  document.title = w.title + " - Wordnest";
  $("h").textContent = w.title;
  const lines = [["Record", w.id], ["Title", w.title], ["Language", w.lang], ["Points", w.points], ["Meaning", w.mean || "-"], ["Taught by", w.by || "-"], ["Next review", dateText(w.next)]];
  $("sheet").append(...lines.map(([k, v]) => el("tr", {}, el("th", { textContent: k }), el("td", { textContent: v }))));
  $("pos").textContent = `${at + 1} / ${words.length}`;
  $("prev").disabled = at === 0;
  $("next").disabled = at === words.length - 1;
  $("req").href = "request.html?word=" + w.id;
}
$("prev").addEventListener("click", () => goTo(at - 1));
$("next").addEventListener("click", () => goTo(at + 1));
Keys.next = () => goTo(at + 1);
Keys.prev = () => goTo(at - 1);
