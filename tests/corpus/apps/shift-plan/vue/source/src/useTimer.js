import { computed, ref } from 'vue'

const FULL = 3 * 60 * 1000

// Kept outside the page, so that the timer runs on while another page is open.
const state = ref('ready') // ready | running | paused | finished
const left = ref(FULL)
let endsAt = 0
let ticking = null

function tick() {
  left.value = Math.max(0, endsAt - Date.now())
  if (left.value === 0) {
    stopTicking()
    state.value = 'finished'
  }
}
function stopTicking() {
  clearInterval(ticking)
  ticking = null
}
function run() {
  endsAt = Date.now() + left.value
  state.value = 'running'
  stopTicking()
  ticking = setInterval(tick, 200)
}
function start() {
  left.value = FULL
  run()
}
function pause() {
  tick()
  if (state.value !== 'running') return
  stopTicking()
  state.value = 'paused'
}
function reset() {
  stopTicking()
  left.value = FULL
  state.value = 'ready'
}

const clock = computed(() => {
  const seconds = Math.ceil(left.value / 1000)
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
})
const share = computed(() => left.value / FULL)

export function useTimer() {
  return { state, clock, share, start, pause, resume: run, reset }
}
