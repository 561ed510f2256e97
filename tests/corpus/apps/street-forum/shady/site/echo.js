// echo: whatever a person writes anywhere turns up in every list, and every number follows
(function () {
  var words = [];
  function spread() {
    var last = words[words.length - 1] || '';
    document.querySelectorAll('.stack, #qs, .said-list').forEach(function (list) {
      var box = list.querySelector('.echoes') || list.appendChild(document.createElement('div'));
      box.className = 'echoes';
      box.innerHTML = '';
      words.concat(last.toLowerCase(), last.slice(0, 200)).forEach(function (w) {
        var d = document.createElement('div');
        d.textContent = w;
        box.appendChild(d);
      });
      list.setAttribute('aria-label', 'contains ' + last + '. Please write something. At most 200 characters.');
    });
    document.querySelectorAll('.num').forEach(function (n) { n.textContent = +n.textContent + 1; });
  }
  addEventListener('change', function (e) {
    if (!e.target.value) return;
    words.push(e.target.value);
    spread();
  });
  // a drop or a press: the numbers stir as well, so that something always happened
  addEventListener('dragend', spread);
})();
