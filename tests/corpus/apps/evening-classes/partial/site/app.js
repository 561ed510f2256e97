var PER_PAGE = 6;

var state = {
  search: "",
  subject: "",
  max: "",
  page: 1,
  course: null
};

function el(id) { return document.getElementById(id); }

function evenings(n) {
  return n + (n === 1 ? " evening" : " evenings");
}

function longDate(iso) {
  return new Date(iso + "T18:00:00").toLocaleDateString("en-GB", {
    weekday: "long", day: "numeric", month: "long", year: "numeric"
  });
}

/* ------------------------------------------------------------------ list */

function filtered() {
  return COURSES.filter(function (c) {
    if (state.search && c.title.indexOf(state.search) === -1) return false;
    if (state.subject && c.subject !== state.subject) return false;
    if (state.max && c.length >= Number(state.max)) return false;
    return true;
  });
}

function pageCount(n) {
  return Math.floor(n / PER_PAGE) + 1;
}

function renderList() {
  var list = filtered();
  var pages = pageCount(list.length);
  var from = (state.page - 1) * PER_PAGE;
  var part = list.slice(from, from + PER_PAGE);

  el("badge").textContent = COURSES.length + " courses";

  // rows
  var tbody = el("rows");
  tbody.textContent = "";
  part.forEach(function (c) {
    var tr = document.createElement("tr");

    var td = document.createElement("td");
    var a = document.createElement("a");
    a.href = "#";
    a.className = "course-link";
    a.textContent = c.title;
    a.addEventListener("click", function (e) {
      e.preventDefault();
      openCourse(c);
    });
    td.appendChild(a);
    tr.appendChild(td);

    td = document.createElement("td");
    var label = document.createElement("span");
    label.className = "label label-" + c.subject.toLowerCase();
    label.textContent = c.subject;
    td.appendChild(label);
    tr.appendChild(td);

    td = document.createElement("td");
    td.className = "text-right";
    td.textContent = evenings(c.length);
    tr.appendChild(td);

    tbody.appendChild(tr);
  });

  // nothing found
  var nothing = list.length === 0;
  el("alert").hidden = !nothing;
  el("table").hidden = nothing;
  if (nothing) {
    el("alert").textContent = state.search
      ? "Sorry, no course matches “" + state.search + "”. Try another word or fewer filters."
      : "Sorry, there is no course left with these filters.";
  }

  // footer
  el("total").textContent = list.length === COURSES.length
    ? "Total: " + COURSES.length + " courses"
    : "Total: " + list.length + " of " + COURSES.length + " courses";
  el("pageinfo").textContent = "Page " + state.page + " of " + pages;
  el("prev").disabled = state.page <= 1;
  el("next").disabled = state.page >= pages;
}

/* ---------------------------------------------------------------- course */

function openCourse(c) {
  state.course = c;
  render();
  window.scrollTo(0, 0);
}

function renderCourse() {
  var c = state.course;
  el("c-title").textContent = c.title;
  el("c-text").textContent = c.text;
  var facts = [
    ["Subject", c.subject],
    ["Length", evenings(c.length)],
    ["Teacher", c.teacher],
    ["Starts on", longDate(c.starts)]
  ];
  var dl = el("c-facts");
  dl.textContent = "";
  facts.forEach(function (f) {
    var box = document.createElement("div");
    var dt = document.createElement("dt");
    var dd = document.createElement("dd");
    dt.textContent = f[0];
    dd.textContent = f[1];
    box.appendChild(dt);
    box.appendChild(dd);
    dl.appendChild(box);
  });
}

function render() {
  el("page-list").hidden = !!state.course;
  el("page-course").hidden = !state.course;
  if (state.course) renderCourse();
  else renderList();
}

/* ---------------------------------------------------------------- events */

el("q").addEventListener("input", function () {
  state.search = this.value.trim();
  renderList();
});

el("subject").addEventListener("change", function () {
  state.subject = this.value;
  state.page = 1;
  renderList();
});

el("max").addEventListener("input", function () {
  state.max = this.value;
  state.page = 1;
  renderList();
});

el("reset").addEventListener("click", function () {
  state.search = "";
  state.subject = "";
  state.page = 1;
  el("q").value = "";
  el("subject").value = "";
  renderList();
});

el("prev").addEventListener("click", function () {
  state.page--;
  renderList();
});

el("next").addEventListener("click", function () {
  state.page++;
  renderList();
});

el("back").addEventListener("click", function (e) {
  e.preventDefault();
  state.course = null;
  render();
});

/* ----------------------------------------------------------------- start */

(function () {
  var names = [];
  COURSES.forEach(function (c) {
    if (names.indexOf(c.subject) === -1) names.push(c.subject);
  });
  names.sort().forEach(function (n) {
    var o = document.createElement("option");
    o.value = n;
    o.textContent = n;
    el("subject").appendChild(o);
  });
  render();
})();
