"use strict";
// Except for huge runs, the page can be read without this script; it adds choosing, finding, and opening what a link
// names.
document.documentElement.classList.add("scripted");

// A small drawing, when pressed, lends its verdicts to the project's large drawing.
document.addEventListener("click", (event) => {
  const mini = event.target.closest(".mini");
  if (!mini) return;
  const project = mini.closest(".project");
  for (const other of project.querySelectorAll(".mini")) other.setAttribute("aria-pressed", String(other === mini));
  project.querySelector("[data-shown]").textContent = mini.dataset.name;
  project.querySelectorAll(".large .box").forEach((box, index) => {
    box.dataset.v = mini.dataset.show[index];
    box.querySelector("use").setAttribute("href", "#s-" + box.dataset.v);
  });
});

// A project of a huge run lies in the page as text until somebody wants to see it.
function build(waiting) {
  const template = document.createElement("template");
  template.innerHTML = waiting.textContent;
  waiting.replaceWith(template.content);
}
addEventListener("toggle", (event) => {
  if (event.target.open) event.target.querySelectorAll(":scope > .later").forEach(build);
}, true);

// The element with an id, even if its project is still waiting.
function find(id) {
  const waiting = [...document.querySelectorAll(".later")].find((one) => one.textContent.includes(`id="${id}"`));
  if (waiting && !document.getElementById(id)) build(waiting);
  return document.getElementById(id);
}

// A link into something folded unfolds it.
function unfold() {
  const target = location.hash && find(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();

// What goes on beyond the right edge says so, until its end is in view.
function hint(box) {
  box.classList.toggle("wide", box.clientWidth < box.scrollWidth - 2);
  box.classList.toggle("more", box.scrollLeft + box.clientWidth < box.scrollWidth - 2);
}
const hintAll = () => document.querySelectorAll(".scroll").forEach(hint);
addEventListener("resize", hintAll);
addEventListener("toggle", hintAll, true);
addEventListener("scroll", (event) => event.target.classList?.contains("scroll") && hint(event.target), true);
hintAll();

// A screenshot is in the page once; where it is only linked, unfolding shows it in place.
addEventListener("toggle", (event) => {
  if (!event.target.open) return;
  for (const link of event.target.querySelectorAll("a.again")) {
    const again = find(link.hash.slice(1)).cloneNode();
    again.removeAttribute("id");
    link.parentElement.replaceWith(again);
  }
}, true);

// A screenshot grows and shrinks when it is pressed.
const resize = (event) => {
  if (!event.target.matches(".outcome img") || (event.key && event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  event.target.classList.toggle("large-shot");
};
addEventListener("click", resize);
addEventListener("keydown", resize);

// An agent in a legend, pointed at, stands out in the curves beneath.
for (const entry of document.querySelectorAll(".legend.agents li")) {
  const section = entry.closest("section");
  const light = (on) => {
    section.classList.toggle("dimmed", on);
    for (const drawn of section.querySelectorAll("svg [data-agent]"))
      drawn.classList.toggle("lit", on && drawn.dataset.agent === entry.dataset.agent);
  };
  entry.addEventListener("pointerenter", () => light(true));
  entry.addEventListener("pointerleave", () => light(false));
}

// Finding a project by what its data-find holds.
const field = document.getElementById("find");
if (field) {
  field.closest(".find").hidden = false;
  const projects = [...document.querySelectorAll(".project")];
  field.addEventListener("input", () => {
    const wanted = field.value.trim().toLowerCase();
    let count = 0;
    for (const project of projects) {
      project.hidden = !project.dataset.find.includes(wanted);
      count += project.hidden ? 0 : 1;
    }
    document.getElementById("found").textContent = wanted ? `${count} of ${projects.length}` : "";
  });
}
