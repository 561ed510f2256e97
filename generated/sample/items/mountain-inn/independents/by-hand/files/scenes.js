/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
"use strict";
/* Small dusk landscapes, drawn as inline SVG (decoration only, hidden from assistive technology). */
var SCENES = (function () {
  var skies = [
    ["#22345c", "#e29a7a"], ["#1d3a55", "#f0bd86"], ["#33305f", "#d98a94"], ["#17414f", "#f1cf9a"], ["#2b2a52", "#c887a8"]
  ];

  function house(x, y, s) {
    return '<g transform="translate(' + x + " " + y + ") scale(" + s + ')">' +
      '<path d="M0 0h34v-20L17-36 0-20z" fill="#1a2338"/><path d="M-4-18 17-38 38-18" fill="none" stroke="#0f1626" stroke-width="4"/>' +
      '<rect x="6" y="-16" width="8" height="8" fill="#ffd27a"/><rect x="20" y="-16" width="8" height="8" fill="#ffd27a"/></g>';
  }
  function tree(x, y, h, fill) {
    return '<path d="M' + x + " " + (y - h) + "l" + h * 0.3 + " " + h + "h" + -h * 0.6 + 'z" fill="' + fill + '"/>';
  }

  var parts = {
    Mountain: function () {
      return '<path d="M0 150 70 70l40 40 60-75 62 80 40-36 58 71v60H0z" fill="#3d4d73"/>' +
        '<path d="M170 35l26 33-14-6-12 10-12-10-10 7z" fill="#f3e9e4"/><path d="M70 70l15 15-12-3-12 8z" fill="#f3e9e4"/>' +
        '<path d="M0 165q90-40 170-12t150-12v59H0z" fill="#26354f"/>' + house(216, 160, 0.9) + tree(60, 176, 30, "#172338") + tree(82, 180, 38, "#172338");
    },
    Lake: function () {
      return '<path d="M0 118q70-50 140-16t180-20v60H0z" fill="#3b5069"/>' + house(48, 132, 0.8) + tree(96, 132, 34, "#1b2c3c") + tree(114, 132, 26, "#1b2c3c") +
        '<rect y="130" width="320" height="70" fill="#587b93"/><path d="M30 146h70M150 152h110M60 168h90M200 176h80M20 188h60" stroke="#f4d6a8" stroke-width="2.500" stroke-linecap="round" opacity=".65"/>' +
        '<path d="M206 158h48q-6 12-24 12t-24-12z" fill="#1a2338"/>';
    },
    Coast: function () {
      return '<rect y="118" width="320" height="82" fill="#3f6b86"/><path d="M0 134q20-10 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0" fill="none" stroke="#cfe0e2" stroke-width="2.500" opacity=".6"/>' +
        '<path d="M0 200v-90q50-14 96 6 26 20 44 84z" fill="#27374d"/>' + house(34, 112, 0.9) +
        '<path d="M262 150l5-64h14l5 64z" fill="#f3e9e4"/><path d="M265 118h18l1.500 14h-21z" fill="#c65b4c"/><rect x="266" y="74" width="16" height="12" fill="#ffd27a"/><path d="M264 74h20l-10-10z" fill="#1a2338"/><path d="M226 156q48-20 94-4v48H218z" fill="#1f2e42"/>';
    },
    Forest: function () {
      var s = "", i;
      for (i = 0; i < 12; i++) s += tree(10 + i * 28, 156, 62 + (i * 37) % 34, "#35545a");
      s += '<path d="M0 152h320v48H0z" fill="#203a3c"/>' + house(140, 176, 1);
      for (i = 0; i < 5; i++) s += tree(14 + i * 26, 192, 66 + (i * 29) % 26, "#14282c") + tree(212 + i * 26, 192, 62 + (i * 23) % 30, "#14282c");
      return s;
    },
    Vineyard: function () {
      return '<path d="M0 128q90-52 180-18t140-24v114H0z" fill="#5b4d63"/>' + house(206, 112, 0.85) +
        '<path d="M0 150q110-40 320-10v60H0z" fill="#3d3b4c"/><path d="M-10 162q120-30 340-4M-10 176q120-26 340-2M-10 190q120-22 340 0" fill="none" stroke="#8fa36c" stroke-width="5" stroke-dasharray="7 6" stroke-linecap="round"/>';
    },
    Village: function () {
      return '<path d="M0 140q100-40 320-14v74H0z" fill="#46506f"/>' + house(18, 174, 1.2) + house(74, 174, 1) +
        '<path d="M128 174V92l14-34 14 34v82z" fill="#141c2f"/><rect x="138" y="104" width="8" height="12" fill="#ffd27a"/>' +
        house(172, 174, 1.3) + house(232, 174, 0.95) + house(274, 174, 1.1) + '<rect y="172" width="320" height="28" fill="#222c42"/>';
    }
  };

  return function (setting, i) {
    var sky = skies[i % skies.length], id = "sky" + i, moonX = 60 + (i * 71) % 200;
    return '<svg viewBox="0 0 320 200" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">' +
      '<defs><linearGradient id="' + id + '" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="' + sky[0] + '"/><stop offset="1" stop-color="' + sky[1] + '"/></linearGradient></defs>' +
      '<rect width="320" height="200" fill="url(#' + id + ')"/><circle cx="' + moonX + '" cy="44" r="14" fill="#fbe7b8"/>' +
      '<g fill="#fff" opacity=".8"><circle cx="30" cy="30" r="1.300"/><circle cx="118" cy="22" r="1.200"/><circle cx="204" cy="58" r="1"/><circle cx="286" cy="26" r="1.500"/><circle cx="250" cy="70" r="1"/></g>' +
      (parts[setting] ? parts[setting]() : "") + "</svg>";
  };
})();
