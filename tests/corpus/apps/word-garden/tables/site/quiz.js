"use strict";
const mix = (a) => {
  a = a.slice();
  for (let i = a.length - 1; i > 0; i--) { const j = Math.floor(Math.random() * (i + 1)); [a[i], a[j]] = [a[j], a[i]]; }
  return a;
};
let questions, no, score;

/* four words drawn from the list; wrong answers are meanings of other words */
function start() {
  const unique = (list) => list.filter((w, i) => w.mean && list.findIndex((x) => x.mean === w.mean) === i);
  let pool = unique(Store.data().words);
  if (pool.length < 4) pool = unique(Store.sample().words);
  questions = mix(pool).slice(0, 4).map((w) => ({
    w, options: mix([w, ...mix(pool.filter((x) => x !== w)).slice(0, 3)].map((x) => x.mean)),
  }));
  no = 0;
  score = 0;
  ask();
}
function head() {
  $("no").textContent = no < 4 ? `${no + 1} of 4` : "finished";
  $("score").textContent = score;
}
function ask() {
  head();
  const { w, options } = questions[no];
  const out = el("p", { id: "verdict" });
  out.setAttribute("role", "status");
  const check = el("button", { type: "submit", textContent: "Check answer" });
  const table = el("table", { className: "form" }, ...options.map((o) => el("tr", {}, el("td", {},
    el("label", {}, el("input", { type: "radio", name: "answer", value: o }), " " + o)))));
  $("quiz").replaceChildren(el("fieldset", {}, el("legend", { textContent: `What does "${w.title}" (${w.lang}) mean?` }), table), out, check);
  $("quiz").onsubmit = (ev) => {
    ev.preventDefault();
    const picked = $("quiz").querySelector(":checked");
    if (!picked) { out.textContent = "Please select an answer."; return; }
    const right = picked.value === w.mean;
    if (right) score++;
    out.className = right ? "ok" : "no";
    out.textContent = right ? "Correct" : "Wrong";
    if (!right) out.append(el("small", { textContent: ` (answer: ${w.mean})` }));
    $("score").textContent = score;
    $("quiz").querySelectorAll("input").forEach((i) => { i.disabled = true; });
    const more = el("button", { type: "button", textContent: no < 3 ? "Next question" : "Show result" });
    more.addEventListener("click", () => { no++; no < 4 ? ask() : finish(); });
    check.replaceWith(more);
    more.focus();
  };
}
function finish() {
  head();
  const again = el("button", { type: "button", textContent: "Start over" });
  again.addEventListener("click", start);
  $("quiz").replaceChildren(el("p", {}, "Final score: ", el("b", { textContent: `${score} out of 4` })), again);
}
start();
