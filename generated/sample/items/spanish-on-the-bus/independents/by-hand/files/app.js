/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
"use strict";
(function () {
  function $(id) { return document.getElementById(id); }
  function el(tag, props, children) {
    var node = document.createElement(tag);
    Object.keys(props || {}).forEach(function (k) {
      if (k === "text") node.textContent = props[k];
      else if (k === "class") node.className = props[k];
      else node.setAttribute(k, props[k]);
    });
    (children || []).forEach(function (c) { node.append(c); });
    return node;
  }
  function plural(n, one, many) { return n + " " + (n === 1 ? one : many); }
  function say(text) { $("announce").textContent = text; }

  /* ---------- favourites: kept in the browser, or in memory when it refuses ---------- */
  var KEY = "twelve-words.favourites", memory = [];

  function loadFavs() {
    var list = memory;
    try {
      var raw = window.localStorage.getItem(KEY);
      if (raw !== null) list = JSON.parse(raw);
    } catch (e) { /* memory only */ }
    if (!Array.isArray(list)) list = [];
    return WORDS.map(function (w) { return w.id; }).filter(function (id) { return list.indexOf(id) >= 0; });
  }
  function saveFavs() {
    memory = favs;
    try { window.localStorage.setItem(KEY, JSON.stringify(favs)); } catch (e) { /* memory only */ }
  }
  var favs = loadFavs();

  function toggle(word) {
    favs = loadFavs();
    var at = favs.indexOf(word.id), added = at < 0;
    if (added) favs.push(word.id); else favs.splice(at, 1);
    saveFavs();
    favs = loadFavs();
    paintFavs();
    say(word.title + (added ? " added to favourites. " : " removed from favourites. ") + plural(favs.length, "favourite", "favourites") + ".");
  }

  /* ---------- cards ---------- */
  var hearts = {}, items = {};

  function card(word, prefix) {
    var titleId = prefix + word.id;
    var heart = el("button", { type: "button", class: "heart", "aria-pressed": "false", "aria-label": "Mark " + word.title + " as favourite" });
    heart.innerHTML = '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M12 20.500S3.500 15.400 3.500 9.300A4.600 4.600 0 0 1 12 6.900a4.600 4.600 0 0 1 8.500 2.400c0 6.100-8.500 11.200-8.500 11.200z"/></svg>';
    var li = el("li", { "data-id": word.id }, [
      el("article", { class: "card lang-" + word.language.toLowerCase(), "aria-labelledby": titleId }, [
        el("div", { class: "card-top" }, [
          el(prefix === "fav-" ? "h2" : "h3", { id: titleId, lang: word.code, text: word.title }),
          heart
        ]),
        el("p", { class: "meta" }, [
          el("span", { class: "tag" }, [el("span", { class: "visually-hidden", text: "Language: " }), word.language]),
          el("span", { class: "points" }, [el("strong", { text: String(word.points) }), " points"])
        ]),
        el("p", { class: "meaning", text: word.meaning }),
        el("p", { class: "note" }, [el("span", { class: "say", text: word.say }), " · " + word.note])
      ])
    ]);
    return { li: li, heart: heart };
  }

  function paintHeart(word) {
    hearts[word.id].setAttribute("aria-pressed", String(favs.indexOf(word.id) >= 0));
  }

  function paintFavs() {
    var list = $("favs"), n = favs.length;
    WORDS.forEach(paintHeart);
    $("nav-favourites").textContent = "Favourites (" + n + ")";
    $("fav-count").textContent = plural(n, "favourite word", "favourite words");
    $("fav-count").hidden = n === 0;
    $("fav-none").hidden = n > 0;
    list.hidden = n === 0;
    list.textContent = "";
    WORDS.forEach(function (word) {
      if (favs.indexOf(word.id) < 0) return;
      var c = card(word, "fav-");
      c.heart.setAttribute("aria-pressed", "true");
      c.heart.addEventListener("click", function () {
        var at = favs.indexOf(word.id);
        toggle(word);
        /* the card is gone: go on with its neighbour, or with the heading */
        var left = list.querySelectorAll(".heart");
        if (left.length) left[Math.min(at, left.length - 1)].focus();
        else $("h-favourites").focus();
      });
      list.append(c.li);
    });
  }

  /* ---------- overview and its filters ---------- */
  function applyFilters() {
    var lang = $("f-lang").value, input = $("f-points"), raw = input.value.trim();
    var bad = input.validity.badInput || (raw !== "" && Number(raw) < 0);
    var max = raw === "" || bad ? Infinity : Number(raw);
    var message = bad ? "Please enter the highest points as a number, 0 or more." : "";
    if ($("f-error").textContent !== message) $("f-error").textContent = message;
    if (bad) input.setAttribute("aria-invalid", "true"); else input.removeAttribute("aria-invalid");

    var n = 0, filtered = lang !== "" || max !== Infinity;
    WORDS.forEach(function (w) {
      var fits = (!lang || w.language === lang) && w.points <= max;
      items[w.id].hidden = !fits;
      if (fits) n += 1;
    });
    $("h-list").textContent = filtered ? "Words that fit" : "All words";
    $("words").hidden = n === 0;
    $("words-none").hidden = n > 0;
    var text = !filtered ? "Showing all " + plural(n, "word", "words")
      : n === 0 ? "No word fits" : "Showing " + n + " of " + plural(WORDS.length, "word", "words");
    if ($("shown").textContent !== text) $("shown").textContent = text;
  }

  /* ---------- quiz ---------- */
  var quiz = { step: -1, score: 0, log: [] };

  function shuffled(list) {
    var a = list.slice();
    for (var i = a.length - 1; i > 0; i--) {
      var j = Math.floor(Math.random() * (i + 1)), t = a[i];
      a[i] = a[j]; a[j] = t;
    }
    return a;
  }
  function askNode(q, tag, props) {
    var at = q.ask.indexOf(q.word);
    return el(tag, props, [q.ask.slice(0, at), el("em", { lang: q.code, text: q.word }), q.ask.slice(at + q.word.length)]);
  }
  function stage(children, focus) {
    var box = $("quiz");
    box.textContent = "";
    children.forEach(function (c) { box.append(c); });
    if (focus) focus.focus();
  }
  function button(text, action, cls) {
    var b = el("button", { type: "button", class: cls || "btn", text: text });
    b.addEventListener("click", action);
    /* a key held down must not rush through the questions */
    b.addEventListener("keydown", function (e) { if (e.repeat) e.preventDefault(); });
    return b;
  }

  function showIntro() {
    quiz = { step: -1, score: 0, log: [] };
    stage([
      el("p", { class: "lead", text: QUIZ.length + " questions, one right answer each. Every right answer counts one." }),
      button("Start quiz", startQuiz, "btn big")
    ]);
  }
  function startQuiz() {
    quiz = { step: 0, score: 0, log: [] };
    $("quiz-status").textContent = "";
    showQuestion();
  }

  function showQuestion() {
    var q = QUIZ[quiz.step], right = q.answers[0], answered = false;
    var score = el("p", { class: "score", text: "Score: " + quiz.score });
    var heading = askNode(q, "h2", { tabindex: "-1", id: "ask" });
    var feedback = el("p", { class: "feedback", role: "status" });
    var last = quiz.step === QUIZ.length - 1;
    var next = button(last ? "See final score" : "Next question", function () {
      if (last) return showResult();
      quiz.step += 1;
      showQuestion();
    });
    next.hidden = true;

    var list = el("ul", { class: "answers", role: "list", "aria-labelledby": "ask" });
    var buttons = shuffled(q.answers).map(function (answer) {
      var b = button(answer, function () {
        if (answered) return;
        answered = true;
        var ok = answer === right;
        if (ok) quiz.score += 1;
        quiz.log.push({ q: q, given: answer, ok: ok });
        buttons.forEach(function (x) {
          var good = x.value === right, chosen = x === b;
          x.disabled = true;
          if (good) x.classList.add("right");
          else if (chosen) x.classList.add("wrong");
          if (good || chosen) {
            x.append(el("span", { class: "mark", text: (chosen ? "Your answer" : "Right answer") + (good ? " ✓" : " ✗") }));
          }
        });
        feedback.classList.add(ok ? "ok" : "no");
        score.textContent = "Score: " + quiz.score;
        feedback.append(el("strong", { text: ok ? "Correct" : "Wrong" }), ok ? "" : el("span", { text: "The right answer is " + right + "." }));
        next.hidden = false;
        next.focus();
      }, "answer");
      b.value = answer;
      list.append(el("li", {}, [b]));
      return b;
    });

    stage([
      el("div", { class: "quiz-head" }, [el("p", { text: "Question " + (quiz.step + 1) + " of " + QUIZ.length }), score]),
      el("div", { class: "track", "aria-hidden": "true" }, QUIZ.map(function (_, i) {
        return el("span", { class: i < quiz.step ? "done" : i === quiz.step ? "now" : "" });
      })),
      heading, list, feedback, next
    ], heading);
  }

  function showResult() {
    var n = quiz.score, total = QUIZ.length;
    var text = n === total ? "Every one right. Time to get off and use them." :
      n >= total / 2 ? "Well travelled. One more round and they will stick." : "Every journey starts somewhere. Have another look at the words and try again.";
    var heading = el("h2", { tabindex: "-1", text: "Final score: " + n + " of " + total });
    quiz.step = total;
    stage([
      heading,
      el("p", { class: "lead", text: text }),
      el("h3", { text: "Your answers" }),
      el("ol", { class: "review" }, quiz.log.map(function (x) {
        return el("li", {}, [
          askNode(x.q, "span", { class: "review-ask" }),
          el("span", { class: x.ok ? "good" : "bad", text: x.ok ? "✓ " + x.given : "✗ " + x.given + " – right is " + x.q.answers[0] })
        ]);
      })),
      button("Play again", startQuiz, "btn big")
    ], heading);
    $("quiz-status").textContent = "Final score: " + n + " of " + total + ".";
  }

  /* ---------- pages ---------- */
  var PAGES = [
    { hash: "#/", key: "words", title: "All words" },
    { hash: "#/quiz", key: "quiz", title: "Quiz" },
    { hash: "#/favourites", key: "favourites", title: "Favourites" }
  ];
  function route(first) {
    var page = PAGES.filter(function (p) { return p.hash === window.location.hash; })[0] || PAGES[0];
    PAGES.forEach(function (p) {
      var on = p === page;
      $("page-" + p.key).hidden = !on;
      if (on) $("nav-" + p.key).setAttribute("aria-current", "page");
      else $("nav-" + p.key).removeAttribute("aria-current");
    });
    document.title = page.title + " – Twelve Words";
    if (first !== true) {
      window.scrollTo(0, 0);
      $("h-" + page.key).focus({ preventScroll: true });
    }
  }

  /* ---------- start ---------- */
  WORDS.map(function (w) { return w.language; })
    .filter(function (l, i, a) { return a.indexOf(l) === i; }).sort()
    .forEach(function (l) { $("f-lang").append(el("option", { value: l, text: l })); });
  $("total").textContent = WORDS.length;
  $("total-label").textContent = WORDS.length === 1 ? "word" : "words";

  WORDS.forEach(function (word) {
    var c = card(word, "word-");
    hearts[word.id] = c.heart;
    items[word.id] = c.li;
    c.heart.addEventListener("click", function () { toggle(word); });
    $("words").append(c.li);
  });
  paintFavs();
  applyFilters();
  showIntro();
  route(true);

  $("filters").addEventListener("submit", function (e) { e.preventDefault(); });
  $("f-lang").addEventListener("change", applyFilters);
  $("f-points").addEventListener("input", applyFilters);
  $("f-points").addEventListener("change", applyFilters);
  $("f-reset").addEventListener("click", function () {
    $("f-lang").value = "";
    $("f-points").value = "";
    applyFilters();
  });
  $("skip").addEventListener("click", function (e) { e.preventDefault(); $("main").focus(); });
  window.addEventListener("hashchange", route);
  window.addEventListener("pageshow", applyFilters);
  window.addEventListener("storage", function () { favs = loadFavs(); paintFavs(); });
})();
