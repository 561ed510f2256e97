"use strict";
const Store = (() => {
  const NAME = "wordnest.office.data";
  const SAMPLE = `Amanecer|Spanish|15|to dawn; daybreak|Rosa Medina|2026-11-23
Bahnsteig|German|20|platform at a railway station|Uwe Krämer|2026-11-24
Boulangerie|French|10|bakery|Cécile Marchand|2026-11-24
Dworzec|Polish|30|railway station|Agnieszka Wilk|2026-11-25
Fjellvandring|Norwegian|45|mountain hiking|Ingrid Haugen|2026-11-26
Gelato|Italian|5|ice cream|Marco Bellini|2026-11-26
Hospoda|Czech|25|pub|Tomáš Novotný|2026-11-27
Iskola|Hungarian|20|school|Zsófia Kiss|2026-11-28
Jízdenka|Czech|35|ticket for a journey|Tomáš Novotný|2026-11-29
Kahvila|Finnish|15|café|Aino Laine|2026-11-30
Lluvia|Spanish|10|rain|Rosa Medina|2026-12-01
Más tarde|Spanish|5|later|Rosa Medina|2026-12-01
Ojalá|Spanish|40|hopefully; if only|Rosa Medina|2026-12-02
Plaja|Romanian|15|the beach|Mihai Ionescu|2026-12-03
Umleitung|German|30|diversion of a road|Uwe Krämer|2026-12-04
Zon|Dutch|5|sun|Lotte Visser|2026-12-05`;

  function sample() {
    const words = SAMPLE.split("\n").map((line, i) => {
      const [title, lang, points, mean, by, next] = line.split("|");
      return { id: i + 1, title, lang, points: Number(points), mean, by, next };
    });
    return { lastWord: words.length, lastReq: 0, words, requests: [] };
  }
  function read() {
    try {
      const d = JSON.parse(localStorage.getItem(NAME));
      if (d && Array.isArray(d.words) && Array.isArray(d.requests)) return d;
    } catch (err) { /* unreadable: start over */ }
    const d = sample();
    write(d);
    return d;
  }
  function write(d) {
    try { localStorage.setItem(NAME, JSON.stringify(d)); } catch (err) { alert("The data could not be stored: " + err.message); }
  }
  return {
    data: read,
    /* read, change, write in one go, so that two open windows do not overwrite each other */
    change(fn) { const d = read(); const result = fn(d); write(d); return result; },
    restore() { write(sample()); sessionStorage.clear(); },
    sample,
  };
})();

function el(tag, props = {}, ...kids) {
  const n = Object.assign(document.createElement(tag), props);
  n.append(...kids);
  return n;
}
const $ = (id) => document.getElementById(id);
const dateText = (iso) => {
  const m = /^(\d+)-(\d+)-(\d+)$/.exec(iso || "");
  return m ? `${m[3]}.${m[2]}.${m[1]}` : "open";
};
