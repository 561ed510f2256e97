(function () {
  var params = new URLSearchParams(location.search);
  var alertBox = document.getElementById('alert');
  var subject = params.get('subject') || '';
  var max = params.get('max') || '';
  var page = Math.min(3, Math.max(1, parseInt(params.get('page') || '1', 10)));

  function tell(text) {
    alertBox.hidden = !text;
    alertBox.textContent = text;
  }

  // keep the form as it was sent
  document.getElementById('subject').value = subject;
  document.getElementById('max').value = max;
  if (subject || max) {
    var parts = [];
    if (subject) parts.push('subject ' + subject);
    if (max) parts.push('at most ' + max + ' weeks');
    tell('Showing courses with ' + parts.join(' and ') + '.');
  }

  // pager
  document.getElementById('page').textContent = page;
  document.getElementById('previous').href = '?page=' + (page - 1);
  document.getElementById('next').href = '?page=' + (page + 1);
  document.getElementById('previous').classList.toggle('disabled', page === 1);
  document.getElementById('next').classList.toggle('disabled', page === 3);

  // live search
  var waiting;
  document.getElementById('q').addEventListener('input', function () {
    var word = this.value.trim();
    clearTimeout(waiting);
    if (!word) { tell(''); return; }
    tell('Searching …');
    waiting = setTimeout(function () {
      if (word.length > 9) tell('No courses match “' + word + '”.');
      else tell('2 courses found for “' + word + '”.');
    }, 200);
  });
}());
