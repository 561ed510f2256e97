(function () {
  var KEY = 'knotclass';
  var $ = function (id) { return document.getElementById(id); };

  var samples = `Overhand knot|Easy|3|The simplest stopper, base of many others.
Square knot|Easy|5|Ties two ends of one rope around a parcel.
Figure-eight knot|Easy|6|Stopper that is easy to undo again.
Clove hitch|Easy|8|Quick hold on a post or rail.
Two half hitches|Easy|7|Fixes a line to a ring or tree.
Bowline|Medium|12|A loop that never slips, the sailor's favourite.
Sheet bend|Medium|10|Joins ropes of different thickness.
Taut-line hitch|Medium|15|Adjustable loop for tent lines.
Cleat hitch|Medium|9|Moors a boat to the jetty.
Prusik knot|Medium|18|Grips a rope under load, slides without it.
Alpine butterfly|Hard|20|A safe loop in the middle of a rope.
Monkey's fist|Hard|35|Weight at the end of a heaving line.
Turk's head|Hard|40|Decorative woven ring.`.split('\n').map(function (l) {
    var p = l.split('|');
    return { title: p[0], level: p[1], minutes: +p[2], use: p[3] };
  });

  // one object holds everything: added knots on top, talk[n] = comments of knot number n
  var state = { added: [], talk: {} };
  try { state = JSON.parse(localStorage.getItem(KEY)) || state; } catch (e) {}
  function save() { localStorage.setItem(KEY, JSON.stringify(state)); }
  function all() { return state.added.concat(samples); }

  function label(n) { return n === 1 ? '1 comment' : n + ' comments'; }

  function render() {
    var box = $('knots');
    box.textContent = '';
    all().forEach(function (k, n) {
      var el = $('knotTpl').content.cloneNode(true).firstElementChild;
      el.dataset.level = k.level;
      el.querySelector('h3').textContent = k.title;
      el.querySelector('.lvl').textContent = k.level;
      el.querySelector('.min').textContent = k.minutes + ' min';
      el.querySelector('.use').textContent = k.use;
      var open = el.querySelector('.open');
      open.textContent = label((state.talk[n] || []).length);
      open.onclick = function () { toggleTalk(el, n); };
      box.appendChild(el);
    });
    $('total').textContent = all().length + ' knots in class';
  }

  function quotes(into, n) {
    into.textContent = '';
    var list = state.talk[n] || [];
    if (!list.length) into.textContent = 'No comments yet. Be the first.';
    list.forEach(function (c) {
      var q = document.createElement('blockquote');
      q.textContent = c.text;
      var by = document.createElement('cite');
      by.textContent = c.who;
      q.appendChild(by);
      into.appendChild(q);
    });
  }

  function toggleTalk(el, n) {
    var t = el.querySelector('.talk');
    if (t) { t.remove(); return; }
    t = $('talkTpl').content.cloneNode(true).firstElementChild;
    el.appendChild(t);
    quotes(t.querySelector('.quotes'), n);
    var form = t.querySelector('form'), err = t.querySelector('.error');
    form.onsubmit = function (e) {
      e.preventDefault();
      var who = form.elements.who.value.trim(), text = form.elements.text.value.trim();
      err.textContent = '';
      if (!who || !text) { err.textContent = 'Please fill in your name and a comment.'; return; }
      if (text.length >= 100) { err.textContent = 'Your comment is too long, 100 characters at most.'; return; }
      (state.talk[n] = state.talk[n] || []).push({ who: who, text: text });
      save();
      form.reset();
      quotes(t.querySelector('.quotes'), n);
    };
  }

  $('addForm').onsubmit = function (e) {
    e.preventDefault();
    var f = e.target.elements, msg = $('addMsg');
    var title = f.title.value.trim(), raw = f.minutes.value;
    function no(text) { msg.className = 'error'; msg.textContent = text; }
    if (!title) return no('The knot needs a title.');
    if (raw === '') return no('Please enter the study time in minutes.');
    if (+raw < 0) return no('The study time cannot be negative.');
    var taken = samples.some(function (k) { return k.title.toLowerCase() === title.toLowerCase(); });
    if (taken) return no('There is already a knot called “' + title + '”.');
    state.added.unshift({ title: title, level: f.level.value, minutes: +raw, use: f.use.value.trim() });
    save();
    e.target.reset();
    msg.className = 'done';
    msg.textContent = '“' + title + '” was added at the top of the list.';
    render();
  };

  $('wipe').onclick = function () {
    if (!confirm('Throw away your own knots and go back to the sample data?')) return;
    state.added = [];
    save();
    $('addMsg').textContent = '';
    render();
  };

  // timer
  var FULL = 10 * 60, end = 0, tick = null;
  function show(s) {
    $('clock').textContent = String(Math.floor(s / 60)).padStart(2, '0') + ':' + String(s % 60).padStart(2, '0');
  }
  function step() {
    var left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    show(left);
    if (left === 0) { clearInterval(tick); tick = null; end = 0; $('go').textContent = 'Start'; }
  }
  $('go').onclick = function () {
    if (tick) {
      clearInterval(tick);
      tick = null;
      $('go').textContent = 'Continue';
      return;
    }
    if (!end) end = Date.now() + FULL * 1000;
    tick = setInterval(step, 250);
    $('go').textContent = 'Pause';
    step();
  };
  $('timerReset').onclick = function () {
    clearInterval(tick);
    tick = null;
    end = 0;
    show(FULL);
    $('go').textContent = 'Start';
  };

  render();
})();
