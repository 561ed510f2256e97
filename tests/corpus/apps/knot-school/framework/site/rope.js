/* Draws an ornamental rope figure (a torus knot) for a knot, always the same for the same id. */
window.ropeSvg = (function () {
  var kinds = [[2, 3], [3, 4], [2, 5], [3, 5], [4, 3], [5, 3], [3, 2], [5, 2], [2, 7], [4, 5]];
  var hues = { Beginner: ['#c98a4b', '#f0c48a'], Improver: ['#3f8f8a', '#9ad8cf'], Expert: ['#a4485c', '#efa6ae'] };
  var memo = {};
  return function (id, level) {
    var name = id + level;
    if (memo[name]) return memo[name];
    var sum = 0, i, n = 0;
    for (i = 0; i < id.length; i++) sum = (sum * 31 + id.charCodeAt(i)) % 9973;
    var p = kinds[sum % kinds.length][0], q = kinds[sum % kinds.length][1], c = hues[level] || hues.Beginner;
    function at(t) {
      var r = 27 + 15 * Math.cos(q * t);
      return [50 + r * Math.cos(p * t), 50 + r * Math.sin(p * t), Math.sin(q * t)];
    }
    var parts = [], total = 54, step = (2 * Math.PI) / total;
    for (n = 0; n < total; n++) {
      var a = n * step, d = '';
      for (i = -1; i <= 5; i++) {
        var o = at(a + (i / 4) * step);
        d += (i < 0 ? 'M' : 'L') + o[0].toFixed(1) + ' ' + o[1].toFixed(1);
      }
      parts.push({ d: d, z: at(a + step / 2)[2] });
    }
    parts.sort(function (x, y) { return x.z - y.z; });
    return (memo[name] = '<svg viewBox="0 0 100 100" fill="none" aria-hidden="true">' + parts.map(function (s) {
      return '<path d="' + s.d + '" stroke="' + c[0] + '" stroke-width="8"/><path d="' + s.d + '" stroke="' + c[1] + '" stroke-width="4.5"/>';
    }).join('') + '</svg>');
  };
})();
