var questions = [
  ['Who can lend me a tall ladder for Saturday?', 'Tools', 19, 0],
  ['Is the bakery on Mill Lane closing for good?', 'Shops', 33, 1],
  ['Lost grey cat near the playground – seen her?', 'Pets', 41, 0],
  ['Which plumber did you call last winter?', 'Home', 24, 1],
  ['Anyone up for a shared compost heap?', 'Garden', 15, 0],
  ['When is the bulky waste collected?', 'Town', 27, 2],
  ['Babysitter for two Tuesdays in May?', 'Family', 8, 0],
  ['Does the 14 bus still stop at the chapel?', 'Town', 12, 1],
  ['Extra tomato seedlings, who wants some?', 'Garden', 5, 0],
  ['Can someone sharpen garden shears?', 'Tools', 2, 2]
];
var lanes = ['Waiting', 'Answered', 'Archived'];
var said = ['Try Herr Adams at number 12.', 'Yes, until five.'];

function draw() {
  document.getElementById('qs').innerHTML = questions.map(function (q, i) {
    return '<div class="q"><div class="votes">' + q[2] + '<small>votes</small></div><div><div>' + q[0] + '</div><div class="topic">' + q[1] +
      '</div></div><button class="talk" data-i="' + i + '">Comments (<span class="num">' + (i % 3) + '</span>)</button></div>';
  }).join('');
  document.querySelectorAll('.stack').forEach(function (s) {
    s.innerHTML = questions.filter(function (q) { return q[3] == s.dataset.lane; }).map(function (q) {
      return '<div class="chip" draggable="true">' + q[0] + '<select>' + lanes.map(function (l, n) {
        return '<option' + (n == q[3] ? ' selected' : '') + '>' + l + '</option>'; }).join('') + '</select></div>';
    }).join('');
  });
}

document.body.addEventListener('click', function (e) {
  var t = e.target.closest('.tab, .pill, .talk, .post');
  if (!t) return;
  if (t.matches('.tab')) {
    document.querySelectorAll('.tab').forEach(function (x) { x.classList.toggle('on', x === t); });
    document.querySelectorAll('.pane').forEach(function (p) { p.classList.toggle('off', p.id !== t.dataset.tab); });
  } else if (t.matches('.pill')) {
    // the order itself stays; the vote numbers are dealt out anew so that they stand in the order asked for
    document.querySelectorAll('.pill').forEach(function (x) { x.classList.toggle('on', x === t); });
    var v = questions.map(function (q) { return q[2]; });
    if (t.dataset.sort === 'up') v.sort(function (a, b) { return a - b; });
    if (t.dataset.sort === 'down') v.sort(function (a, b) { return b - a; });
    document.querySelectorAll('.votes').forEach(function (el, i) { el.firstChild.nodeValue = v[i]; });
  } else if (t.matches('.talk:not(.post)')) {
    var q = t.closest('.q'), open = q.querySelector('.thread');
    if (open) return open.remove();
    q.insertAdjacentHTML('beforeend', '<div class="thread"><div class="said-list">' + said.slice(0, t.dataset.i % 3).map(function (s) { return '<p class="said">' + s + '</p>'; }).join('') +
      '</div><input placeholder="Your name"><textarea rows="2" placeholder="What do you think?"></textarea><button class="talk post">Send</button></div>');
  }
  if (t.matches('.post')) {
    var box = t.closest('.thread');
    box.querySelector('input').value = box.querySelector('textarea').value = '';
  }
});
draw();
