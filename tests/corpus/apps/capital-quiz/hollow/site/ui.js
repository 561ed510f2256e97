var el = function (id) { return document.getElementById(id); };
var snackTimer;
function snack(text) {
  el('snack').textContent = text;
  el('snack').classList.add('up');
  clearTimeout(snackTimer);
  snackTimer = setTimeout(function () { el('snack').classList.remove('up'); }, 2500);
}

// pages (works)
document.querySelectorAll('[data-go]').forEach(function (a) {
  a.onclick = function () {
    document.querySelectorAll('.page').forEach(function (p) { p.style.display = p.id === a.dataset.go ? '' : 'none'; });
    document.querySelectorAll('[data-go]').forEach(function (b) { b.classList.toggle('active', b === a); });
  };
});
// theme (works)
el('theme').onclick = function () {
  this.textContent = document.body.classList.toggle('dark') ? 'Light mode' : 'Dark mode';
};
// hearts: colour only
document.querySelectorAll('.hrt').forEach(function (h) {
  h.onclick = function () {
    var on = h.classList.toggle('on');
    h.textContent = on ? '♥' : '♡';
    snack(on ? 'Added to your favourites' : 'Removed from your favourites');
  };
});
// search and kind
el('search').oninput = function () {
  el('found').textContent = this.value ? 'Showing the best results for “' + this.value + '”' : '16 places found';
};
el('kind').onchange = function () { snack('Filter applied: ' + this.value); };
// form
el('add').onclick = function () { el('veil').classList.add('up'); };
el('mc').onclick = function () { el('veil').classList.remove('up'); };
el('ms').onclick = function () {
  if (!el('mt').value.trim()) { snack('Please enter a title'); return; }
  el('veil').classList.remove('up');
  el('mt').value = el('mp').value = '';
  snack('Saved! Your place is now part of the club.');
};
// quiz
var n = 0;
function begin() {
  n = 1;
  el('q0').style.display = el('q2').style.display = 'none';
  el('q1').style.display = '';
  step();
}
function step() {
  el('qn').textContent = n;
  el('sc').textContent = 'Score: ' + (n - 1);
  el('fb').textContent = '';
  document.querySelector('.meter i').style.width = n * 20 + '%';
}
el('startq').onclick = begin;
el('again').onclick = begin;
document.querySelectorAll('.answers button').forEach(function (b) {
  b.onclick = function () {
    if (el('fb').textContent) return;
    el('fb').textContent = n === 3 ? 'Wrong' : 'Correct';
    setTimeout(function () {
      n++;
      if (n <= 5) return step();
      el('q1').style.display = 'none';
      el('q2').style.display = '';
    }, 900);
  };
});
// timer
el('ts').onclick = function () { el('clock').textContent = '02:59'; el('tstate').textContent = 'Running…'; };
el('tp').onclick = function () { el('tstate').textContent = 'Paused'; };
el('tr').onclick = function () { el('clock').textContent = '02:58'; el('tstate').textContent = 'Running…'; };
el('tx').onclick = function () { el('clock').textContent = '03:00'; el('tstate').textContent = 'Ready'; };
