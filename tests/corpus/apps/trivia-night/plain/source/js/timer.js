import { $ } from './dom.js'

const FULL = 180
let left = FULL       // seconds that remain while not running
let endsAt = 0        // moment the time is up while running
let state = 'ready'   // ready | running | paused | over
let beat

const remaining = () => state === 'running' ? Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)) : left
const mmss = (s) => `${String(Math.floor(s / 60)).padStart(2, '0')}:${String(s % 60).padStart(2, '0')}`

function draw() {
  const s = remaining()
  $('clock').textContent = mmss(s)
  $('clock').classList.toggle('late', s <= 10)
  $('ticker').textContent = `(${mmss(s)})`
  $('ticker').hidden = state === 'ready'
  const on = { 't-start': state === 'ready', 't-pause': state === 'running', 't-resume': state === 'paused', 't-reset': state !== 'ready' }
  for (const [id, yes] of Object.entries(on)) $(id).hidden = !yes
}

function run() {
  endsAt = Date.now() + left * 1000
  state = 'running'
  clearInterval(beat)
  beat = setInterval(() => {
    if (remaining() === 0) over()
    else draw()
  }, 200)
}

function over() {
  clearInterval(beat)
  left = 0
  state = 'over'
  draw()
  $('t-note').textContent = 'Time is up!'
  $('alarm').textContent = 'The time is up!'
}

function act(next, note, focus) {
  next()
  $('alarm').textContent = ''
  $('t-note').textContent = note
  draw()
  $(focus).focus()
}

export function initTimer() {
  $('t-start').onclick = () => act(run, 'The timer runs.', 't-pause')
  $('t-pause').onclick = () => act(() => { left = remaining(); state = 'paused'; clearInterval(beat) }, 'Paused.', 't-resume')
  $('t-resume').onclick = () => act(run, 'The timer runs again.', 't-pause')
  $('t-reset').onclick = () => act(() => { clearInterval(beat); state = 'ready'; left = FULL }, 'Reset to three minutes.', 't-start')
  draw()
}
