import { computed, reactive, watch } from 'vue'
import dayjs from 'dayjs'
import { treatments as examples } from './data'

const KEY = 'slotwise-v1'

function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY))
    if (saved && Array.isArray(saved.treatments) && Array.isArray(saved.bookings) && Array.isArray(saved.history)) {
      return saved
    }
  } catch {
    /* unreadable or blocked storage: start afresh */
  }
  return { treatments: structuredClone(examples), bookings: [], history: [] }
}

export const state = reactive(load())

watch(
  state,
  (value) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(value))
    } catch {
      /* private mode: keep going in memory */
    }
  },
  { deep: true }
)

export const canUndo = computed(() => state.history.length > 0)
export const nextUndo = computed(() => {
  const last = state.history[state.history.length - 1]
  if (!last) return ''
  return last.type === 'delete' ? `Deleted “${last.treatment.title}”` : `Booked “${last.title}”`
})

export function isTaken(treatmentId, date, time) {
  return state.bookings.some((b) => b.treatmentId === treatmentId && b.date === date && b.time === time)
}

export function isPastDate(date) {
  return dayjs(date).isBefore(dayjs(), 'day')
}

export function isPastSlot(date, time) {
  return dayjs(`${date}T${time}`).isBefore(dayjs())
}

export function book(treatment, { date, time, name }) {
  const booking = {
    id: `b${Date.now()}${Math.random().toString(36).slice(2, 6)}`,
    treatmentId: treatment.id,
    title: treatment.title,
    department: treatment.department,
    fee: treatment.fee,
    date,
    time,
    name
  }
  state.bookings.push(booking)
  state.history.push({ type: 'book', bookingId: booking.id, title: treatment.title })
  return booking
}

export function removeTreatment(id) {
  const index = state.treatments.findIndex((t) => t.id === id)
  if (index < 0) return
  const [treatment] = state.treatments.splice(index, 1)
  state.history.push({ type: 'delete', treatment, index })
}

// Steps are taken back in reverse order, so a remembered index is always still right.
export function undo() {
  const step = state.history.pop()
  if (!step) return null
  if (step.type === 'delete') {
    state.treatments.splice(step.index, 0, step.treatment)
    return `“${step.treatment.title}” is back in the list.`
  }
  const i = state.bookings.findIndex((b) => b.id === step.bookingId)
  if (i >= 0) state.bookings.splice(i, 1)
  return `The booking for “${step.title}” was taken back.`
}

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
export const money = (n) => usd.format(n)
