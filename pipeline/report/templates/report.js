"use strict";
// Everything on the page can be read without this script; it adds choosing, finding and opening what a link names.
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

// A link into something folded unfolds it.
function unfold() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();

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
const find = document.getElementById("find");
if (find) {
  find.closest(".find").hidden = false;
  const projects = [...document.querySelectorAll(".project")];
  find.addEventListener("input", () => {
    const wanted = find.value.trim().toLowerCase();
    let count = 0;
    for (const project of projects) {
      project.hidden = !project.dataset.find.includes(wanted);
      count += project.hidden ? 0 : 1;
    }
    document.getElementById("found").textContent = wanted ? `${count} of ${projects.length}` : "";
  });
}
