import { computed, ref } from 'vue'

export const TOTAL = 3 * 60

// Lives outside the page, so that the countdown goes on while you look at the board.
const phase = ref('idle') // idle | running | paused | finished
const left = ref(TOTAL * 1000)
let endsAt = 0
let handle = null

function stopTicking() {
  clearInterval(handle)
  handle = null
}

function tick() {
  left.value = Math.max(0, endsAt - Date.now())
  if (left.value === 0) {
    stopTicking()
    phase.value = 'finished'
  }
}

function run() {
  endsAt = Date.now() + left.value
  phase.value = 'running'
  stopTicking()
  handle = setInterval(tick, 200)
}

export function useTimer() {
  const seconds = computed(() => Math.ceil(left.value / 1000))
  const clock = computed(() => {
    const m = String(Math.floor(seconds.value / 60)).padStart(2, '0')
    const s = String(seconds.value % 60).padStart(2, '0')
    return `${m}:${s}`
  })
  const percent = computed(() => Math.round((left.value / (TOTAL * 1000)) * 1000) / 10)

  return {
    phase,
    clock,
    percent,
    start() {
      left.value = TOTAL * 1000
      run()
    },
    pause() {
      if (phase.value !== 'running') return
      tick()
      if (phase.value === 'running') {
        stopTicking()
        phase.value = 'paused'
      }
    },
    resume: () => phase.value === 'paused' && run(),
    reset() {
      stopTicking()
      left.value = TOTAL * 1000
      phase.value = 'idle'
    }
  }
}
