/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
'use strict';

/* Sample data. Prices are in cents; art: [shape, leaf colour, second colour, pot colour]. */
var PLANTS = [
  { id: 'monstera', title: 'Swiss Cheese Plant', latin: 'Monstera deliciosa', type: 'Foliage plant', cents: 3900, stock: 6, art: ['leafy', '#3f7a3f', '#5f9a52', '#c96f4a'] },
  { id: 'boston-fern', title: 'Boston Fern', latin: 'Nephrolepis exaltata', type: 'Fern', cents: 1850, stock: 9, art: ['fern', '#5d9440', '#7fb35c', '#e0b04a'] },
  { id: 'golden-pothos', title: 'Golden Pothos', latin: 'Epipremnum aureum', type: 'Trailing plant', cents: 1400, stock: 14, art: ['trailing', '#6fa23f', '#c9c555', '#7c8f9e'] },
  { id: 'snake-plant', title: 'Snake Plant', latin: 'Dracaena trifasciata', type: 'Succulent', cents: 2400, stock: 8, art: ['blades', '#4b7d4c', '#cfc363', '#d9cdb8'] },
  { id: 'moth-orchid', title: 'Moth Orchid', latin: 'Phalaenopsis amabilis', type: 'Flowering plant', cents: 2950, stock: 3, art: ['flower', '#4d8447', '#d77fb0', '#f0ece2'] },
  { id: 'bunny-ear', title: 'Bunny Ear Cactus', latin: 'Opuntia microdasys', type: 'Cactus', cents: 1275, stock: 0, art: ['ears', '#6c9a4e', '#f2d35b', '#b8593b'] },
  { id: 'parlor-palm', title: 'Parlor Palm', latin: 'Chamaedorea elegans', type: 'Palm', cents: 3250, stock: 5, art: ['palm', '#4f8d4a', '#76ab58', '#8c6f57'] },
  { id: 'echeveria', title: 'Blue Echeveria', latin: 'Echeveria glauca', type: 'Succulent', cents: 850, stock: 20, art: ['rosette', '#7ba79c', '#a6c7ba', '#c96f4a'] },
  { id: 'peace-lily', title: 'Peace Lily', latin: 'Spathiphyllum wallisii', type: 'Flowering plant', cents: 2100, stock: 7, art: ['flower', '#356b3a', '#f7f3e6', '#6b86a0'] },
  { id: 'rubber-fig', title: 'Rubber Fig', latin: 'Ficus elastica', type: 'Foliage plant', cents: 3600, stock: 1, art: ['leafy', '#2f5741', '#6d4a4a', '#e0b04a'] },
  { id: 'string-of-hearts', title: 'String of Hearts', latin: 'Ceropegia woodii', type: 'Trailing plant', cents: 1995, stock: 4, art: ['trailing', '#7d9a83', '#b48a9c', '#d9cdb8'] },
  { id: 'maidenhair', title: 'Maidenhair Fern', latin: 'Adiantum raddianum', type: 'Fern', cents: 1650, stock: 0, art: ['fern', '#7cb162', '#a0ca83', '#6b86a0'] },
  { id: 'saguaro', title: 'Little Saguaro', latin: 'Carnegiea gigantea', type: 'Cactus', cents: 2200, stock: 5, art: ['cactus', '#4f8a57', '#f5efdc', '#d98a3d'] },
  { id: 'kentia', title: 'Kentia Palm', latin: 'Howea forsteriana', type: 'Palm', cents: 7900, stock: 2, art: ['palm', '#376f42', '#56904f', '#4b4f52'] },
  { id: 'prayer-plant', title: 'Prayer Plant', latin: 'Maranta leuconeura', type: 'Foliage plant', cents: 1725, stock: 10, art: ['leafy', '#568f55', '#c0586a', '#8a9a6b'] },
  { id: 'marigold', title: 'Pot Marigold', latin: 'Calendula officinalis', type: 'Flowering plant', cents: 995, stock: 12, art: ['flower', '#5f9148', '#ee9f1c', '#5e7d52'] }
];

/* Small drawings, made of the shapes above. They are decoration only. */
function plantSvg(art) {
  var kind = art[0], a = art[1], b = art[2], pot = art[3], s = '';
  function leaf(angle, length, width, color, base) {
    base = base || 82;
    return '<ellipse cx="60" cy="' + (base - length / 2) + '" rx="' + width + '" ry="' + length / 2 + '" fill="' + color + '" transform="rotate(' + angle + ' 60 ' + base + ')"/>';
  }
  function stem(d, w, color) {
    return '<path d="' + d + '" fill="none" stroke="' + (color || a) + '" stroke-width="' + w + '" stroke-linecap="round"/>';
  }
  var over = '';
  if (kind === 'leafy') {
    [-68, 68, -42, 42, -18, 18, 0].forEach(function (d, i) { s += leaf(d, 56 + i * 2, 11, i % 2 ? b : a); });
    [-42, 42, 0].forEach(function (d) { s += '<path d="M60 78V34" stroke="#fff" stroke-opacity=".45" stroke-width="1.5" transform="rotate(' + d + ' 60 82)"/>'; });
  } else if (kind === 'fern') {
    for (var f = -80; f <= 80; f += 16) s += leaf(f, 62 - Math.abs(f) / 8, 5, (f / 16) % 2 ? a : b);
  } else if (kind === 'blades') {
    [[-22, 50], [22, 54], [-11, 64], [11, 60], [0, 72]].forEach(function (p) {
      s += '<path d="M52 84Q50 ' + (84 - p[1] / 2) + ' 60 ' + (84 - p[1]) + 'Q70 ' + (84 - p[1] / 2) + ' 68 84z" fill="' + a + '" stroke="' + b + '" stroke-width="2" transform="rotate(' + p[0] + ' 60 90)"/>';
    });
  } else if (kind === 'palm') {
    s += stem('M60 82V48', 5, '#8a6b48');
    ['M60 48Q38 18 18 44', 'M60 48Q82 18 102 44', 'M60 48Q40 10 28 18', 'M60 48Q80 10 92 18', 'M60 48Q58 20 62 8', 'M60 50Q36 36 24 66', 'M60 50Q84 36 96 66'].forEach(function (d, i) { s += stem(d, 6, i % 2 ? b : a); });
  } else if (kind === 'cactus') {
    s += '<rect x="48" y="20" width="24" height="66" rx="12" fill="' + a + '"/>' + stem('M48 58H36V42', 10) + stem('M72 52H86V34', 10);
    for (var y = 30; y < 80; y += 10) s += '<path d="M54 ' + y + 'h.1M60 ' + (y + 4) + 'h.1M66 ' + y + 'h.1" stroke="' + b + '" stroke-width="2.4" stroke-linecap="round"/>';
  } else if (kind === 'ears') {
    s += '<ellipse cx="60" cy="66" rx="17" ry="22" fill="' + a + '"/>' + leaf(-24, 44, 11, a, 62) + leaf(24, 40, 11, a, 62);
    [[52, 60], [60, 70], [68, 60], [60, 54], [46, 36], [50, 46], [74, 38], [70, 46], [54, 76], [68, 76]].forEach(function (p) { s += '<circle cx="' + p[0] + '" cy="' + p[1] + '" r="1.8" fill="' + b + '"/>'; });
  } else if (kind === 'rosette') {
    [-84, 84, -60, 60, -36, 36, -12, 12].forEach(function (d, i) { s += leaf(d, 42 + i, 10, i % 4 < 2 ? a : b, 84); });
    s += leaf(-20, 26, 8, a, 84) + leaf(20, 26, 8, b, 84) + leaf(0, 28, 8, a, 84);
  } else if (kind === 'trailing') {
    [-60, 60, -30, 30, 0].forEach(function (d, i) { s += leaf(d, 34, 9, i % 2 ? b : a); });
    [['M46 80Q28 76 27 112', 27], ['M74 80Q92 76 93 112', 93], ['M52 80Q42 78 44 106', 44], ['M68 80Q78 78 77 102', 77]].forEach(function (v, n) {
      over += stem(v[0], 2);
      for (var yy = 88; yy < 110 - (n > 1 ? 6 : 0); yy += 8) over += '<ellipse cx="' + (v[1] + (yy % 16 ? 4 : -4)) + '" cy="' + yy + '" rx="5" ry="3.6" fill="' + (yy % 16 ? a : b) + '"/>';
    });
  } else {
    [-70, 70, -46, 46, -20, 20].forEach(function (d, i) { s += leaf(d, 44, 8, a); });
    [['M60 82Q54 50 40 34', 40, 32], ['M60 82Q62 50 62 22', 62, 20], ['M60 82Q68 54 84 38', 84, 36]].forEach(function (v) {
      s += stem(v[0], 3);
      for (var r = 0; r < 360; r += 45) s += '<ellipse cx="' + v[1] + '" cy="' + (v[2] - 7) + '" rx="4" ry="7" fill="' + b + '" transform="rotate(' + r + ' ' + v[1] + ' ' + v[2] + ')"/>';
      s += '<circle cx="' + v[1] + '" cy="' + v[2] + '" r="4" fill="#a3620a"/>';
    });
  }
  return '<svg viewBox="0 0 120 120" aria-hidden="true" focusable="false">' + s +
    '<path d="M37 84h46l-6 32H43z" fill="' + pot + '"/><rect x="34" y="79" width="52" height="9" rx="3" fill="' + pot + '"/><rect x="34" y="86" width="52" height="3" fill="#000" opacity=".12"/>' + over + '</svg>';
}
