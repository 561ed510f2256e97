'use strict';

// A countdown from ten minutes. While it runs, only the moment of its end is kept,
// so that a sleeping tab does not make it slow.

const TEN_MINUTES = 10 * 60 * 1000;
const timer = { state: 'ready', left: TEN_MINUTES, end: 0, tick: null };

function timeText(ms) {
  const seconds = Math.ceil(ms / 1000);
  return String(Math.floor(seconds / 60)).padStart(2, '0') + ':' + String(seconds % 60).padStart(2, '0');
}

function drawTimer() {
  const text = timeText(timer.left);
  $('clock').textContent = text;
  $('clock').dataset.state = timer.state;
  $('timer-mini').textContent = timer.state === 'running' ? text : '';
  $('t-start').hidden = timer.state !== 'ready';
  $('t-pause').hidden = timer.state !== 'running';
  $('t-resume').hidden = timer.state !== 'paused';
  $('t-reset').disabled = timer.state === 'ready';

  const message = timer.state === 'over' ? 'Time is up! Next player, please.' : '';
  if ($('time-up').textContent !== message) $('time-up').textContent = message;
}

function runTimer() {
  timer.state = 'running';
  timer.end = Date.now() + timer.left;
  clearInterval(timer.tick);
  timer.tick = setInterval(() => {
    timer.left = Math.max(0, timer.end - Date.now());
    if (timer.left === 0) stopTimer('over');
    else drawTimer();
  }, 200);
  drawTimer();
}

function stopTimer(state) {
  clearInterval(timer.tick);
  timer.state = state;
  drawTimer();
}

$('t-start').addEventListener('click', () => {
  runTimer();
  $('t-pause').focus();
});

$('t-pause').addEventListener('click', () => {
  timer.left = Math.max(0, timer.end - Date.now());
  stopTimer(timer.left ? 'paused' : 'over');
  $(timer.left ? 't-resume' : 't-reset').focus();
});

$('t-resume').addEventListener('click', () => {
  runTimer();
  $('t-pause').focus();
});

$('t-reset').addEventListener('click', () => {
  timer.left = TEN_MINUTES;
  stopTimer('ready');
  $('t-start').focus();
});

drawTimer();
