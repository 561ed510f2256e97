"use strict";
/* The draft lies in sessionStorage, so that going back (or reloading) loses nothing. */
const draft = Object.assign({ step: 1, word: "", name: "", mail: "" }, JSON.parse(sessionStorage.getItem("draft") || "{}"));
const asked = new URLSearchParams(location.search).get("word");
const keep = () => sessionStorage.setItem("draft", JSON.stringify(draft));
const wordOf = () => Store.data().words.find((w) => String(w.id) === String(draft.word));
if (asked && !draft.word) draft.word = asked;

$("r_word").append(new Option("- please select -", ""), ...Store.data().words.map((w) => new Option(`${w.title} (${w.lang})`, w.id)));
if (!wordOf()) { draft.word = ""; draft.step = 1; }
$("r_word").value = draft.word;
$("r_name").value = draft.name;
$("r_mail").value = draft.mail;
for (const f of ["word", "name", "mail"]) $("r_" + f).addEventListener("input", (ev) => { draft[f] = ev.target.value; keep(); });

function problem() {
  if (draft.step === 1 && !wordOf()) return ["Please select a word.", "r_word"];
  if (draft.step === 2 && !draft.name.trim()) return ["Please enter your name.", "r_name"];
  if (draft.step === 2 && !/^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(draft.mail.trim())) return ["Please enter a valid e-mail address.", "r_mail"];
  return null;
}
function show(text = "", bad = false) {
  document.querySelectorAll("[data-step]").forEach((f) => { f.hidden = Number(f.dataset.step) !== draft.step; });
  $("back").disabled = draft.step === 1;
  $("fwd").textContent = draft.step === 3 ? "Submit request" : "Continue >";
  $("msg").textContent = text;
  $("msg").className = bad ? "no" : "ok";
  if (draft.step === 3) {
    const w = wordOf();
    $("s_word").textContent = `${w.title} (${w.lang})`;
    $("s_name").textContent = draft.name.trim();
    $("s_mail").textContent = draft.mail.trim();
  }
  const all = Store.data().requests;
  document.querySelector("#reqs tbody").replaceChildren(...(all.length
    ? all.map((r) => el("tr", {}, ...[r.no, r.word, r.name, r.mail].map((v) => el("td", { textContent: v }))))
    : [el("tr", {}, el("td", { colSpan: 4, textContent: "None yet." }))]));
  keep();
}
$("back").addEventListener("click", () => { if (draft.step > 1) draft.step--; show(); });
$("wiz").addEventListener("submit", (ev) => {
  ev.preventDefault();
  const p = problem();
  if (p) { show(p[0], true); $(p[1]).focus(); return; }
  if (draft.step < 3) { draft.step++; show(); return; }
  const no = Store.change((d) => {
    d.requests.push({ no: ++d.lastReq, word: wordOf().title, name: draft.name.trim(), mail: draft.mail.trim() });
    return d.lastReq;
  });
  Object.assign(draft, { step: 1, word: "", name: "", mail: "" });
  $("wiz").reset();
  $("r_word").value = "";
  show(`Request no. ${no} has been sent.`);
});
show();
