/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
'use strict';
/* The kitchen timer. It follows the clock, not the number of ticks, so it is
   right in a tab in the background too, and goes on after a reload. */
(function () {
  var FULL = 25 * 60 * 1000;
  var KEY = 'ladle.timer';
  var el = function (id) { return document.getElementById(id); };
  var clock = el('clock'), stateLine = el('timer-state'), mainButton = el('timer-main'), resetButton = el('timer-reset');
  var dial = el('dial'), front = el('dial-front'), navTime = el('nav-time'), alarm = el('alarm');

  var mode = 'ready';        // ready | running | paused | done
  var left = FULL;           // milliseconds left when not running
  var endAt = 0;             // point in time when the running timer ends
  var ticker = null;
  var audio = null;

  var LABEL = { ready: 'Start', running: 'Pause', paused: 'Resume', done: 'Start' };
  var STATE = { ready: 'Ready to start.', running: 'Counting down.', paused: 'Paused.', done: 'Finished. Start counts down from 25:00 again.' };

  function remaining() { return mode === 'running' ? Math.max(0, endAt - Date.now()) : left; }

  function asClock(ms) {
    var s = Math.ceil(ms / 1000);
    return String(Math.floor(s / 60)).padStart(2, '0') + ':' + String(s % 60).padStart(2, '0');
  }

  function setText(node, text) { if (node.textContent !== text) node.textContent = text; }

  function draw() {
    var ms = Math.min(FULL, remaining());
    setText(clock, asClock(ms));
    setText(mainButton, LABEL[mode]);
    setText(stateLine, STATE[mode]);
    front.style.strokeDashoffset = String(100 - ms / FULL * 100);
    dial.classList.toggle('done', mode === 'done');
    navTime.hidden = mode !== 'running' && mode !== 'paused';
    setText(navTime, navTime.hidden ? '' : asClock(ms));
  }

  function save() {
    try {
      if (mode === 'running' || mode === 'paused') sessionStorage.setItem(KEY, JSON.stringify({ mode: mode, left: left, endAt: endAt }));
      else sessionStorage.removeItem(KEY);
    } catch (e) { /* without storage the timer simply does not survive a reload */ }
  }

  function tick() {
    if (mode === 'running' && remaining() <= 0) { finish(); return; }
    draw();
  }

  function run() {
    clearInterval(ticker);
    ticker = setInterval(tick, 200);
  }

  function start() {
    clearAlarm();
    if (mode !== 'paused') left = FULL;
    endAt = Date.now() + left;
    mode = 'running';
    wakeAudio();
    run(); save(); draw();
  }

  function pause() {
    left = remaining();
    if (left <= 0) { finish(); return; }
    mode = 'paused';
    clearInterval(ticker);
    save(); draw();
  }

  function reset() {
    clearInterval(ticker);
    clearAlarm();
    var untouched = mode === 'ready';
    mode = 'ready'; left = FULL;
    save(); draw();
    if (!untouched) setText(stateLine, 'Reset to 25:00. ' + STATE.ready);
  }

  function finish() {
    clearInterval(ticker);
    mode = 'done'; left = 0;
    save(); draw();
    var text = document.createElement('span');
    text.textContent = 'Time is up!';
    var ok = document.createElement('button');
    ok.type = 'button'; ok.className = 'button'; ok.textContent = 'Dismiss';
    ok.setAttribute('aria-label', 'Dismiss the message that the time is up');
    ok.addEventListener('click', function () {
      clearAlarm();
      var heading = document.querySelector('main .page:not([hidden]) h1');
      if (heading) heading.focus({ preventScroll: true });
    });
    alarm.replaceChildren(text, ok);
    window.LadleTitle && window.LadleTitle();
    beep();
  }

  function clearAlarm() {
    if (alarm.firstChild) alarm.replaceChildren();
    window.LadleTitle && window.LadleTitle();
  }

  /* Three soft beeps. Browsers allow sound only after a click, so the sound is prepared on Start. */
  function wakeAudio() {
    try {
      var Ctx = window.AudioContext || window.webkitAudioContext;
      if (!audio && Ctx) audio = new Ctx();
      if (audio && audio.state === 'suspended') audio.resume().catch(function () {});
    } catch (e) { audio = null; }
  }
  function beep() {
    if (!audio) return;
    try {
      for (var i = 0; i < 3; i++) {
        var at = audio.currentTime + i * 0.45;
        var tone = audio.createOscillator(), volume = audio.createGain();
        tone.frequency.value = 880;
        volume.gain.setValueAtTime(0.0001, at);
        volume.gain.exponentialRampToValueAtTime(0.25, at + 0.03);
        volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.35);
        tone.connect(volume).connect(audio.destination);
        tone.start(at); tone.stop(at + 0.4);
      }
    } catch (e) { /* the message on the page is enough */ }
  }

  mainButton.addEventListener('click', function () { if (mode === 'running') pause(); else start(); });
  resetButton.addEventListener('click', reset);
  document.addEventListener('visibilitychange', function () { if (!document.hidden) tick(); });

  try {
    var kept = JSON.parse(sessionStorage.getItem(KEY));
    if (kept && kept.mode === 'running' && kept.endAt > 0 && kept.endAt - Date.now() <= FULL) { mode = 'running'; endAt = kept.endAt; run(); }
    else if (kept && kept.mode === 'paused' && kept.left > 0 && kept.left <= FULL) { mode = 'paused'; left = kept.left; }
  } catch (e) { /* start afresh */ }
  draw();
})();
