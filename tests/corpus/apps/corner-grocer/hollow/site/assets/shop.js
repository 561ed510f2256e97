(function () {
  var page = 1, last = 3, hide;
  var rows = [].slice.call(document.querySelectorAll('.goods tbody tr'));

  function say(t) {
    var m = document.getElementById('msg');
    m.textContent = t; m.className = 'on';
    clearTimeout(hide); hide = setTimeout(function () { m.className = ''; }, 2200);
  }
  function turn(to) {
    if (to < 1 || to > last) return;
    page = to;
    rows.forEach(function (r) { r.hidden = Number(r.dataset.page) !== page; });
    document.getElementById('where').textContent = 'Page ' + page + ' of 3 · 14 products in all';
  }
  document.getElementById('prev').onclick = function () { turn(page - 1); };
  document.getElementById('next').onclick = function () { turn(page + 1); };

  document.getElementById('sort').onchange = function () {
    document.getElementById('sorted').textContent = this.value ? 'Sorted by ' + this.value : '';
  };

  rows.forEach(function (r) {
    var name = r.querySelector('.n').firstChild.textContent;
    var add = r.querySelector('.add');
    add.onclick = function () {
      add.textContent = 'Added ✓';
      setTimeout(function () { add.textContent = 'Add to cart'; }, 1500);
      say(name + ' is in your cart');
    };
    var stars = [].slice.call(r.querySelectorAll('.stars button'));
    stars.forEach(function (s, i) {
      s.onclick = function () {
        stars.forEach(function (x, j) { x.className = j <= i ? 'lit' : ''; });
        r.querySelector('.you').textContent = 'You gave ' + '★★★★★'.slice(0, i + 1);
        say('Thank you, your rating has been counted');
      };
    });
  });
})();
