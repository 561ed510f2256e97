// Voltshed storefront
(function () {
  var q = function (s) { return document.querySelector(s); };
  var all = function (s) { return Array.prototype.slice.call(document.querySelectorAll(s)); };
  var timer;

  function notify(text) {
    q('#note').textContent = text;
    q('#note').classList.add('show');
    clearTimeout(timer);
    timer = setTimeout(function () { q('#note').classList.remove('show'); }, 2600);
  }

  // Filters
  q('#max').addEventListener('input', function () {
    q('#maxOut').textContent = '$' + this.value;
  });
  q('#applyBtn').addEventListener('click', function () {
    var c = q('#cat').value;
    q('#filterNote').textContent = 'Filter applied: ' + (c === 'All' ? 'all categories' : c) +
      ', up to $' + q('#max').value + '.';
    q('#gadgets').classList.add('blink');
    setTimeout(function () { q('#gadgets').classList.remove('blink'); }, 300);
  });
  q('#resetBtn').addEventListener('click', function () {
    q('#filterNote').textContent = 'Showing all 12 gadgets.';
  });

  // Ratings
  all('.rate').forEach(function (row) {
    row.addEventListener('click', function (e) {
      if (e.target.tagName !== 'I') return;
      notify('Thanks! Your rating was saved and the average updated.');
    });
  });

  // Delete
  all('.del').forEach(function (b) {
    b.addEventListener('click', function () {
      q('#delName').textContent = b.parentNode.dataset.name;
      q('#shade').classList.add('show');
    });
  });
  q('#delNo').addEventListener('click', function () {
    q('#shade').classList.remove('show');
    notify('Nothing was deleted.');
  });
  q('#delYes').addEventListener('click', function () {
    q('#shade').classList.remove('show');
    notify(q('#delName').textContent + ' was deleted. 11 gadgets left.');
  });

  // Undo
  q('#undoBtn').addEventListener('click', function () { notify('Last change undone.'); });

  // Theme
  q('#themeBtn').addEventListener('click', function () {
    var on = document.body.classList.toggle('dark');
    this.textContent = 'Dark mode: ' + (on ? 'on' : 'off');
    this.setAttribute('aria-pressed', on);
    notify('Preference saved.');
  });
})();
