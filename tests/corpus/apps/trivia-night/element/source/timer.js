import { ref, computed } from 'vue'

/* Lives outside the pages, so it goes on while one looks at the quiz. */
const FULL = 3 * 60
export const left = ref(FULL)
export const running = ref(false)
let deadline = 0, ticking = null

function tick() {
  left.value = Math.max(0, Math.ceil((deadline - Date.now()) / 1000))
  if (left.value === 0) stop()
}
function stop() {
  running.value = false
  clearInterval(ticking)
}
export function start() {
  if (running.value || left.value === 0) return
  deadline = Date.now() + left.value * 1000
  running.value = true
  ticking = setInterval(tick, 200)
}
export function pause() {
  if (!running.value) return
  tick()
  stop()
}
export function reset() {
  stop()
  left.value = FULL
}
export const over = computed(() => left.value === 0)
export const fresh = computed(() => left.value === FULL && !running.value)
export const percent = computed(() => left.value / FULL * 100)
export const clock = computed(() =>
  [Math.floor(left.value / 60), left.value % 60].map(n => String(n).padStart(2, '0')).join(':'))
