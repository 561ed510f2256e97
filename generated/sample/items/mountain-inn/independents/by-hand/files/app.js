/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
"use strict";
(function () {
  function $(id) { return document.getElementById(id); }

  /* ---------- storage (falls back to memory when the browser refuses) ---------- */
  var KEY_BOOKINGS = "slow-nights.bookings", KEY_RATINGS = "slow-nights.ratings";
  var memory = {};

  function read(key, fallback) {
    try {
      var raw = window.localStorage.getItem(key);
      if (raw !== null) return JSON.parse(raw);
      return key in memory ? memory[key] : fallback;
    } catch (e) { return key in memory ? memory[key] : fallback; }
  }
  function write(key, value) {
    memory[key] = value;
    try { window.localStorage.setItem(key, JSON.stringify(value)); } catch (e) { /* memory only */ }
  }
  function houseById(id) {
    return GUESTHOUSES.filter(function (h) { return h.id === id; })[0];
  }
  function loadBookings() {
    var list = read(KEY_BOOKINGS, []);
    return Array.isArray(list) ? list.filter(function (b) {
      return b && houseById(b.house) && /^\d{4}-\d{2}-\d{2}$/.test(b.date) && TIMES.indexOf(b.time) >= 0 && typeof b.name === "string";
    }) : [];
  }
  function loadRatings() {
    var all = read(KEY_RATINGS, {}), out = {};
    GUESTHOUSES.forEach(function (h) {
      var n = all && all[h.id];
      if (n === 1 || n === 2 || n === 3 || n === 4 || n === 5) out[h.id] = n;
    });
    return out;
  }
  var bookings = loadBookings(), ratings = loadRatings();

  /* ---------- helpers ---------- */
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
  function stars(n) { return plural(n, "star", "stars"); }
  function glyphs(n) { return "★★★★★".slice(0, n) + "☆☆☆☆☆".slice(0, 5 - n); }
  function pad(n) { return (n < 10 ? "0" : "") + n; }
  function today() {
    var d = new Date();
    return d.getFullYear() + "-" + pad(d.getMonth() + 1) + "-" + pad(d.getDate());
  }
  function clock() {
    var d = new Date();
    return pad(d.getHours()) + ":" + pad(d.getMinutes());
  }
  function niceDate(iso) {
    var p = iso.split("-").map(Number), d = new Date(2000, p[1] - 1, p[2]);
    d.setFullYear(p[0], p[1] - 1, p[2]);
    return d.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  }
  function isTaken(house, date, time) {
    return bookings.some(function (b) { return b.house === house && b.date === date && b.time === time; });
  }
  function joinWords(list) {
    return list.length < 2 ? list.join("") : list.slice(0, -1).join(", ") + " and " + list[list.length - 1];
  }

  /* ---------- guesthouse cards ---------- */
  var cards = {};

  function summary(h) {
    var v = h.votes.slice(), mine = ratings[h.id];
    if (mine) v[mine - 1] += 1;
    var count = 0, sum = 0;
    v.forEach(function (n, i) { count += n; sum += n * (i + 1); });
    return { count: count, average: count ? sum / count : 0 };
  }

  function buildCard(h, i) {
    var titleId = "name-" + h.id;
    var art = el("div", { class: "art" });
    art.innerHTML = SCENES(h.setting, i);

    var avg = el("p", { class: "avg" });
    var rate = el("div", { class: "rate", role: "group", "aria-label": "Rate " + h.name });
    var buttons = [1, 2, 3, 4, 5].map(function (n) {
      var b = el("button", { type: "button", class: "star", "aria-label": "Rate " + h.name + " " + n + " out of 5 stars", "aria-pressed": "false" });
      b.innerHTML = '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M12 2.800l2.850 5.900 6.450.9-4.700 4.500 1.150 6.400L12 17.400l-5.750 3.100 1.150-6.400-4.700-4.500 6.450-.9z"/></svg>';
      b.addEventListener("click", function () { setRating(h, n); });
      rate.append(b);
      return b;
    });
    var gave = el("p", { class: "gave" });

    var book = el("button", { type: "button", class: "btn" }, ["Book", el("span", { class: "visually-hidden", text: " " + h.name })]);
    book.addEventListener("click", function () { openDialog(h, book); });

    var li = el("li", {}, [
      el("article", { class: "card", "aria-labelledby": titleId }, [
        art,
        el("div", { class: "body" }, [
          el("h3", { id: titleId, text: h.name }),
          el("p", { class: "place", text: h.place }),
          el("p", { class: "facts" }, [
            el("span", { class: "tag" }, [el("span", { class: "visually-hidden", text: "Setting: " }), h.setting]),
            el("span", { class: "price" }, [el("strong", { text: "€" + h.price }), " per night"])
          ]),
          el("p", { class: "text", text: h.text }),
          el("div", { class: "rating" }, [avg, el("div", { class: "rate-row" }, [rate, gave])]),
          book
        ])
      ])
    ]);
    cards[h.id] = { li: li, avg: avg, gave: gave, buttons: buttons };
    $("houses").append(li);
    paintRating(h);
  }

  function paintRating(h) {
    var c = cards[h.id], s = summary(h), mine = ratings[h.id] || 0;
    c.avg.textContent = "";
    c.avg.append(
      el("span", { class: "glyph", "aria-hidden": "true", text: "★" }),
      el("span", { class: "visually-hidden", text: "Average " }),
      el("strong", { text: s.average.toFixed(2) }), " out of 5 · " + plural(s.count, "rating", "ratings"));
    c.buttons.forEach(function (b, i) {
      b.setAttribute("aria-pressed", String(i + 1 === mine));
      b.classList.toggle("on", i < mine);
    });
    c.gave.textContent = "";
    if (mine) {
      c.gave.append("You gave ", el("span", { class: "glyph", "aria-hidden": "true", text: glyphs(mine) }), " " + stars(mine));
    } else {
      c.gave.textContent = "Not rated by you yet";
    }
  }

  function setRating(h, n) {
    ratings = loadRatings();
    ratings[h.id] = n;
    write(KEY_RATINGS, ratings);
    paintRating(h);
    var s = summary(h);
    $("announce").textContent = "You gave " + h.name + " " + stars(n) + ". New average " + s.average.toFixed(2) + " from " + plural(s.count, "rating", "ratings") + ".";
  }

  /* ---------- filters ---------- */
  function applyFilters() {
    var setting = $("f-setting").value, input = $("f-price"), raw = input.value.trim();
    var bad = input.validity.badInput || (raw !== "" && Number(raw) < 0);
    var max = raw === "" || bad ? Infinity : Number(raw);
    var message = bad ? "Please enter the highest price as a number, 0 or more." : "";
    if ($("f-price-error").textContent !== message) $("f-price-error").textContent = message;
    if (bad) input.setAttribute("aria-invalid", "true"); else input.removeAttribute("aria-invalid");

    var shown = 0, total = GUESTHOUSES.length;
    GUESTHOUSES.forEach(function (h) {
      var fits = (!setting || h.setting === setting) && h.price <= max;
      cards[h.id].li.hidden = !fits;
      if (fits) shown += 1;
    });
    var filtered = setting !== "" || max !== Infinity;
    $("h-list").textContent = filtered ? "Matching guesthouses" : "All guesthouses";
    $("none").hidden = shown > 0;
    $("houses").hidden = shown === 0;
    var text = !filtered ? plural(total, "guesthouse", "guesthouses")
      : shown === 0 ? "No guesthouse fits – 0 of " + total + " guesthouses"
      : shown + " of " + total + " guesthouses";
    if ($("count").textContent !== text) $("count").textContent = text;
  }

  function clearFilters() {
    $("f-setting").value = "";
    $("f-price").value = "";
    applyFilters();
  }

  /* ---------- booking dialog ---------- */
  var dlg = $("dlg"), current = null, opener = null;

  function clearErrors() {
    $("b-error").textContent = "";
    ["b-date", "b-time", "b-name"].forEach(function (id) {
      $(id).removeAttribute("aria-invalid");
      if (id === "b-date") $(id).setAttribute("aria-describedby", "b-free"); else $(id).removeAttribute("aria-describedby");
    });
  }

  function showFree() {
    var date = $("b-date").value, text = "";
    if (current && date && date >= today()) {
      var taken = TIMES.filter(function (t) { return isTaken(current.id, date, t); });
      if (taken.length === TIMES.length) text = "Every time on this day is already taken.";
      else if (taken.length) text = "Already taken on this day: " + joinWords(taken) + ".";
    }
    if ($("b-free").textContent !== text) $("b-free").textContent = text;
  }

  function openDialog(h, button) {
    current = h;
    opener = button;
    bookings = loadBookings();
    toast("");
    $("book-form").reset();
    clearErrors();
    $("dlg-title").textContent = "Book " + h.name;
    $("dlg-sub").textContent = h.setting + " · " + h.place + " · €" + h.price + " per night";
    $("b-date").min = today();
    showFree();
    if (typeof dlg.showModal === "function") dlg.showModal(); else dlg.setAttribute("open", "");
    $("b-date").focus();
  }

  function closeDialog() {
    if (typeof dlg.close === "function") dlg.close(); else dlg.removeAttribute("open");
    if (opener) opener.focus();
  }

  function submitBooking(e) {
    e.preventDefault();
    if (!current) return;
    clearErrors();
    bookings = loadBookings(); /* another tab may have booked meanwhile */
    var date = $("b-date").value, time = $("b-time").value, name = $("b-name").value.trim().replace(/\s+/g, " ");
    var errors = [];

    if (!date) errors.push(["b-date", "Please pick a date."]);
    else if (date < today()) errors.push(["b-date", "This date is in the past. Nobody can book yesterday – please pick today or a later day."]);
    if (!time) errors.push(["b-time", "Please pick one of the times."]);
    if (!name) errors.push(["b-name", "Please give a name."]);

    if (date && time && date >= today()) {
      if (date === today() && time <= clock()) {
        errors.unshift(["b-time", time + " today has already passed. Please pick a later time or another day."]);
      } else if (isTaken(current.id, date, time)) {
        var free = TIMES.filter(function (t) { return !isTaken(current.id, date, t) && !(date === today() && t <= clock()); });
        errors.unshift(["b-time", "Already taken: " + current.name + " on " + niceDate(date) + " at " + time + ". " +
          (free.length ? "Still free that day: " + joinWords(free) + "." : "Nothing is free that day, please pick another date.")]);
      }
    }

    if (errors.length) {
      errors.forEach(function (x) {
        $(x[0]).setAttribute("aria-invalid", "true");
        $(x[0]).setAttribute("aria-describedby", x[0] === "b-date" ? "b-free b-error" : "b-error");
        $("b-error").append(el("p", { text: x[1] }));
      });
      $(errors[0][0]).focus();
      showFree();
      return;
    }

    bookings.push({ house: current.id, date: date, time: time, name: name });
    write(KEY_BOOKINGS, bookings);
    paintBookings();
    var text = "Booked: " + current.name + " on " + niceDate(date) + " at " + time + " for " + name + ".";
    closeDialog();
    toast(text);
  }

  function toast(text) {
    $("toast-text").textContent = text;
    $("toast").classList.toggle("show", !!text);
    $("toast-close").hidden = !text;
  }

  /* ---------- bookings page ---------- */
  function paintBookings() {
    var n = bookings.length;
    $("nav-bookings").textContent = "Bookings (" + n + ")";
    $("bookings-count").textContent = n ? plural(n, "booking", "bookings") + ", the earliest first." : "Nothing booked so far.";
    $("bookings-none").hidden = n > 0;
    var list = $("bookings");
    list.hidden = n === 0;
    list.textContent = "";
    bookings.slice().sort(function (a, b) {
      var x = a.date + a.time, y = b.date + b.time;
      return x < y ? -1 : x > y ? 1 : 0;
    }).forEach(function (b) {
      var h = houseById(b.house);
      function row(term, value) { return el("div", {}, [el("dt", { text: term }), el("dd", { text: value })]); }
      list.append(el("li", {}, [el("article", { class: "ticket" }, [
        el("div", {}, [el("h2", { text: h.name }), el("p", { class: "muted", text: h.setting + " · " + h.place })]),
        el("dl", {}, [row("Date", niceDate(b.date)), row("Time", b.time), row("Name", b.name), row("Price", "€" + h.price + " per night")])
      ])]));
    });
  }

  /* ---------- pages ---------- */
  function route(first) {
    var onBookings = window.location.hash.replace(/\/$/, "") === "#/bookings";
    if (dlg.open) closeDialog();
    $("view-bookings").hidden = !onBookings;
    $("view-houses").hidden = onBookings;
    [["nav-bookings", onBookings], ["nav-houses", !onBookings]].forEach(function (x) {
      if (x[1]) $(x[0]).setAttribute("aria-current", "page"); else $(x[0]).removeAttribute("aria-current");
    });
    document.title = (onBookings ? "Bookings" : "Guesthouses") + " – Slow Nights";
    if (first !== true) {
      toast("");
      window.scrollTo(0, 0);
      $(onBookings ? "h-bookings" : "h-houses").focus({ preventScroll: true });
    }
  }

  /* ---------- start ---------- */
  GUESTHOUSES.map(function (h) { return h.setting; })
    .filter(function (s, i, a) { return a.indexOf(s) === i; }).sort()
    .forEach(function (s) { $("f-setting").append(el("option", { value: s, text: s })); });
  $("b-time").append(el("option", { value: "", text: "Choose a time" }));
  TIMES.forEach(function (t) { $("b-time").append(el("option", { value: t, text: t })); });

  GUESTHOUSES.forEach(buildCard);
  paintBookings();
  applyFilters();
  route(true);

  $("filters").addEventListener("submit", function (e) { e.preventDefault(); });
  $("f-setting").addEventListener("change", applyFilters);
  $("f-price").addEventListener("input", applyFilters);
  $("f-price").addEventListener("change", applyFilters);
  $("f-clear").addEventListener("click", clearFilters);
  $("b-date").addEventListener("input", showFree);
  $("b-date").addEventListener("change", showFree);
  $("book-form").addEventListener("submit", submitBooking);
  $("b-cancel").addEventListener("click", closeDialog);
  $("toast-close").addEventListener("click", function () {
    toast("");
    if (opener && opener.offsetParent) opener.focus();
  });
  $("skip").addEventListener("click", function (e) { e.preventDefault(); $("main").focus(); });
  window.addEventListener("hashchange", route);
  window.addEventListener("pageshow", applyFilters);
  window.addEventListener("storage", function () {
    bookings = loadBookings();
    ratings = loadRatings();
    paintBookings();
    GUESTHOUSES.forEach(paintRating);
    showFree();
  });
})();
