"use strict";
(() => {
  const KEY = "longer-read/shelf";
  const $ = (id) => document.getElementById(id);
  let shelf = load();
  let editing = null;   // id of the article in the right drawer, null for a new one
  let talking = null;   // id of the article in the lower drawer

  function load() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY));
      if (Array.isArray(kept)) return kept;
    } catch (e) { /* begin afresh */ }
    return window.STOCK;
  }
  function keep() {
    try { localStorage.setItem(KEY, JSON.stringify(shelf)); } catch (e) { /* private window */ }
  }
  const byId = (id) => shelf.find((a) => a.id === id);
  const plain = (s) => s.trim().replace(/\s+/g, " ").toLowerCase();
  const icon = (name) => `<svg class="ic"><use href="#i-${name}"/></svg>`;
  const onlyLoved = () => location.hash === "#favourites";

  /* ---- shelf ---- */
  function card(a) {
    const el = document.createElement("article");
    el.className = "card";
    el.innerHTML = `<span class="sec"></span><h3></h3>
      <button type="button" class="pen" data-do="pen">${icon("pen")}</button>
      <div class="foot"><span class="min"></span>
        <button type="button" data-do="talk" title="Comments">${icon("talk")}<span></span></button>
        <button type="button" data-do="love" class="heart${a.loved ? " on" : ""}" aria-pressed="${a.loved}">${icon("heart")}</button>
      </div>`;
    el.dataset.id = a.id;
    el.querySelector(".sec").textContent = a.section;
    el.querySelector("h3").textContent = a.title;
    el.querySelector(".min").textContent = a.minutes + " min";
    el.querySelector("[data-do=talk] span").textContent = a.talk.length;
    return el;
  }

  function draw() {
    const q = plain($("q").value);
    const pool = onlyLoved() ? shelf.filter((a) => a.loved) : shelf;
    const seen = pool.filter((a) => plain(a.title + " " + a.section).includes(q));
    $("shelf").replaceChildren(...seen.map(card));

    $("n-all").textContent = shelf.length;
    $("n-word").textContent = shelf.length === 1 ? "article" : "articles";
    $("n-found").textContent = q ? `· ${seen.length} found` : "";
    $("n-fav").textContent = shelf.filter((a) => a.loved).length;
    $("here").hidden = !onlyLoved();
    $("here").textContent = "Favourites";
    $("go-fav").classList.toggle("here", onlyLoved());
    $("go-all").classList.toggle("here", !onlyLoved());

    let word = "";
    if (onlyLoved() && pool.length === 0) word = "No favourites yet. Give an article your heart and it will wait here.";
    else if (seen.length === 0) word = `Nothing here matches “${$("q").value.trim()}”.`;
    $("nothing").textContent = word;
    $("nothing").hidden = !word;
  }

  $("shelf").addEventListener("click", (ev) => {
    const b = ev.target.closest("[data-do]");
    if (!b) return;
    const a = byId(Number(b.closest(".card").dataset.id));
    if (b.dataset.do === "pen") openArticle(a);
    if (b.dataset.do === "talk") openTalk(a);
    if (b.dataset.do === "love") { a.loved = !a.loved; keep(); draw(); }
  });
  $("q").addEventListener("input", draw);
  window.addEventListener("hashchange", () => { shut(); draw(); });

  /* ---- drawers ---- */
  function show(drawer) { shut(); $("veil").hidden = false; drawer.hidden = false; }
  function shut() {
    $("veil").hidden = true;
    $("d-article").hidden = true;
    $("d-talk").hidden = true;
  }
  $("veil").addEventListener("click", shut);
  document.querySelectorAll("[data-close]").forEach((b) => b.addEventListener("click", shut));
  document.addEventListener("keydown", (ev) => { if (ev.key === "Escape") shut(); });

  function oops(form, name, text) {
    form.querySelector(`[data-for=${name}]`).textContent = text;
    form.elements[name].classList.toggle("bad", Boolean(text));
    return text ? 1 : 0;
  }

  /* ---- one article ---- */
  const fa = $("f-article");
  function openArticle(a) {
    editing = a ? a.id : null;
    fa.reset();
    oops(fa, "title", ""); oops(fa, "minutes", "");
    if (a) {
      fa.elements.title.value = a.title;
      fa.elements.section.value = a.section;
      fa.elements.minutes.value = a.minutes;
    }
    $("d-mark").innerHTML = icon(a ? "pen" : "plus");
    const names = [...new Set(shelf.map((x) => x.section))].sort();
    $("sections").replaceChildren(...names.map((n) => new Option(n, n)));
    show($("d-article"));
    fa.elements.title.focus();
  }
  $("go-new").addEventListener("click", () => openArticle(null));

  fa.addEventListener("submit", (ev) => {
    ev.preventDefault();
    const title = fa.elements.title.value.trim().replace(/\s+/g, " ");
    const raw = fa.elements.minutes.value.trim();
    const minutes = Number(raw);
    const taken = shelf.some((x) => x.id !== editing && plain(x.title) === plain(title));
    let bad = oops(fa, "title", !title ? "It needs a title." : taken ? "There is already an article with this title." : "");
    bad += oops(fa, "minutes",
      raw === "" ? "How many minutes does it take?" :
      minutes < 0 ? "Minutes cannot be negative." :
      !Number.isInteger(minutes) || minutes === 0 ? "Whole minutes, at least 1." : "");
    if (bad) return;
    const section = fa.elements.section.value.trim() || "Miscellany";
    if (editing === null) {
      const id = Math.max(0, ...shelf.map((x) => x.id)) + 1;
      shelf.unshift({ id, title, section, minutes, loved: false, talk: [] });
      $("q").value = "";
      if (onlyLoved()) location.hash = "";
    } else {
      Object.assign(byId(editing), { title, section, minutes });
    }
    keep(); shut(); draw();
  });

  /* ---- comments ---- */
  const ft = $("f-talk");
  function drawTalk() {
    const a = byId(talking);
    $("talk-title").textContent = a.title;
    const rows = a.talk.map((c) => {
      const li = document.createElement("li");
      const b = document.createElement("b");
      b.textContent = c.who;
      li.append(b, c.what);
      return li;
    });
    if (!rows.length) rows.push(Object.assign(document.createElement("li"), { textContent: "Still quiet here." }));
    $("talk-list").replaceChildren(...rows);
  }
  function room() {
    const left = 200 - ft.elements.what.value.trim().length;
    $("talk-left").textContent = left;
    $("talk-left").classList.toggle("over", left < 0);
  }
  function openTalk(a) {
    talking = a.id;
    ft.reset(); room();
    oops(ft, "who", ""); oops(ft, "what", "");
    drawTalk();
    show($("d-talk"));
  }
  ft.elements.what.addEventListener("input", room);
  ft.addEventListener("submit", (ev) => {
    ev.preventDefault();
    const who = ft.elements.who.value.trim();
    const what = ft.elements.what.value.trim();
    let bad = oops(ft, "who", who ? "" : "Who is speaking?");
    bad += oops(ft, "what", !what ? "Write a word or two first." :
      what.length > 200 ? `At most 200 characters, this has ${what.length}.` : "");
    if (bad) return;
    byId(talking).talk.push({ who, what });
    keep(); ft.elements.what.value = ""; room(); drawTalk(); draw();
  });

  draw();
})();
