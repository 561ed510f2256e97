(() => {
  const view = document.getElementById("view");
  let flash = "", firstLook = true;

  // "#/orders?region=Nordic&max=900" -> { name, args }
  function address() {
    const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
    return { name: path || "orders", args: new URLSearchParams(query || "") };
  }
  function link(name, args) {
    const q = new URLSearchParams();
    for (const [k, v] of Object.entries(args)) if (v !== "" && v !== null && v !== undefined) q.set(k, v);
    return "#/" + name + (String(q) ? "?" + q : "");
  }
  const swap = (name, args) => history.replaceState(null, "", link(name, args));
  const go = (name, args) => { history.pushState(null, "", link(name, args)); route(); };

  function show(id) {
    view.replaceChildren(document.getElementById("t-" + id).content.cloneNode(true));
    return new Proxy({}, { get: (_, key) => view.querySelector(`[data-id="${key}"]`) });
  }
  function options(select, value) {
    for (const r of REGIONS) select.add(new Option(r, r));
    select.value = REGIONS.includes(value) ? value : select.options[0].value;
  }
  function row(body, cells) {
    const tr = body.insertRow();
    cells.forEach(([text, cls], i) => {
      const td = document.createElement(i ? "td" : "th");
      if (!i) td.scope = "row";
      if (cls) td.className = cls;
      td.append(text);
      tr.append(td);
    });
    return tr;
  }
  const toCents = text => text === "" ? null : Math.round(Number(text) * 100);

  const pages = {
    orders(args) {
      const el = show("orders"), form = el.filter, body = el.list.tBodies[0];
      options(form.region, args.get("region"));
      const wanted = args.get("max");
      if (wanted && Number(wanted) >= 0) form.max.value = wanted;

      function fill() {
        const bad = form.max.validity.badInput || Number(form.max.value) < 0;
        el.badmax.textContent = bad ? "Please type the limit as a number, for example 1500." : "";
        const max = bad ? "" : form.max.value, region = form.region.value;
        const rows = Orders.pick({ region, max: toCents(max) }), all = Orders.rows.length;
        el.count.textContent = region || max !== "" ? `${rows.length} of ${all} orders` : `${all} orders`;
        body.replaceChildren();
        for (const o of rows) {
          const b = document.createElement("button");
          b.type = "button";
          b.textContent = "Edit";
          b.setAttribute("aria-label", "Edit " + o.title);
          b.onclick = () => { go("edit", { no: o.no, region, max }); };
          row(body, [[o.title], [o.region], [euro(o.cents), "r"], [b]]);
        }
        el.list.hidden = !rows.length;
        el.none.hidden = rows.length > 0;
        swap("orders", { region, max });
      }
      form.oninput = fill;
      form.onsubmit = e => { e.preventDefault(); fill(); };
      form.onreset = e => { e.preventDefault(); form.region.value = ""; form.max.value = ""; fill(); };
      el.csv.onclick = () => {
        const a = document.createElement("a");
        a.href = URL.createObjectURL(new Blob([Orders.csv()], { type: "text/csv;charset=utf-8" }));
        a.download = "northstar-orders.csv";
        document.body.append(a);
        a.click();
        a.remove();
        setTimeout(() => URL.revokeObjectURL(a.href), 5000);
      };
      fill();
      if (flash) { el.flash.textContent = flash; el.flash.hidden = false; flash = ""; }
    },

    edit(args) {
      const order = Orders.find(args.get("no"));
      if (!order) return show("lost");
      const el = show("edit"), form = el.form;
      const back = { region: args.get("region"), max: args.get("max") };
      el.head.textContent = "Edit order " + order.no;
      form.elements.title.value = order.title;
      options(form.elements.region, order.region);
      form.elements.total.value = (order.cents / 100).toFixed(2);

      function complain(name, text) {
        document.getElementById("e-" + name).textContent = text;
        form.elements[name].setAttribute("aria-invalid", text ? "true" : "false");
      }
      form.onsubmit = e => {
        e.preventDefault();
        const title = form.elements.title.value.trim(), raw = form.elements.total.value, cents = toCents(raw);
        complain("title", !title ? "The title must not be empty." : Orders.titleTaken(title, order.no) ? "Another order already has this title." : "");
        complain("total", cents === null || !Number.isSafeInteger(cents) ? "Please give the order total as a number, for example 1250.50." :
          cents < 0 ? "The order total cannot be below zero." : /\.\d{3,}/.test(raw) ? "Please give no more than two decimals." : "");
        const wrong = form.querySelector('[aria-invalid="true"]');
        if (wrong) return wrong.focus();
        const region = form.elements.region.value, kept = Orders.change(order.no, { title, region, cents });
        const hidden = (back.region && back.region !== region) || (back.max && cents > toCents(back.max));
        flash = `Order ${order.no} saved: ${title}, ${region}, ${euro(cents)}.` +
          (hidden ? " It does not fit the filter below and is therefore not in the list." : "") +
          (kept ? "" : " The browser refused to store it; the change lasts until you close this page.");
        go("orders", back);
      };
      el.cancel.onclick = () => { go("orders", back); };
    },

    statistics(args) {
      const el = show("statistics");
      options(el.pick, args.get("region"));
      const fill = () => {
        const region = el.pick.value, f = figuresOf(Orders.pick({ region }));
        el.keycap.textContent = region || "All regions";
        el.n.textContent = f.n;
        for (const k of ["sum", "avg", "high", "low"]) el[k].textContent = euro(f[k]);
        const body = el.regions.tBodies[0];
        body.replaceChildren();
        for (const r of region ? [region] : REGIONS) {
          const g = figuresOf(Orders.pick({ region: r }));
          row(body, [[r], [String(g.n), "r"], [euro(g.avg), "r"]]);
        }
        swap("statistics", { region });
      };
      el.pick.onchange = fill;
      fill();
    },

    chart(args) {
      const el = show("chart"), form = el.what;
      form.elements.show.value = args.get("show") === "average" ? "average" : "number";
      const fill = () => {
        const avg = form.elements.show.value === "average";
        el.bars.caption.textContent = avg ? "Average order total by region" : "Number of orders by region";
        const data = REGIONS.map(r => { const f = figuresOf(Orders.pick({ region: r })); return [r, avg ? f.avg : f.n]; });
        const top = Math.max(1, ...data.map(d => d[1] || 0));
        const body = el.bars.tBodies[0];
        body.replaceChildren();
        for (const [r, v] of data) {
          const line = document.createElement("div"), bar = document.createElement("i"), label = document.createElement("span");
          bar.style.setProperty("--part", (v || 0) / top);
          label.textContent = avg ? euro(v) : v;
          line.append(bar, label);
          row(body, [[r], [line]]);
        }
        swap("chart", { show: avg ? "average" : "" });
      };
      form.onchange = fill;
      fill();
    },

    lost() { show("lost"); }
  };

  function route() {
    const { name, args } = address(), known = Object.hasOwn(pages, name) ? name : "lost";
    pages[known](args);
    for (const a of document.querySelectorAll("#menu a")) {
      if (a.hash === "#/" + (known === "edit" ? "orders" : known)) a.setAttribute("aria-current", "page"); else a.removeAttribute("aria-current");
    }
    document.title = view.querySelector("h1").textContent + " – Northstar Figures";
    if (!firstLook) { scrollTo(0, 0); view.focus({ preventScroll: true }); }
    firstLook = false;
  }
  Orders.load();
  addEventListener("hashchange", route);
  addEventListener("storage", () => { Orders.load(); if (address().name !== "edit") route(); });
  route();
})();
