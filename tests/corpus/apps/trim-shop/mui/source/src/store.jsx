import { createContext, useContext, useEffect, useMemo, useReducer } from 'react'
import { TREATMENTS } from './data.js'
import { longDate } from './format.js'

const KEY = 'slotwise.v1'
const START = { treatments: TREATMENTS, bookings: [], history: [], nextId: 1 }

function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY))
    if (saved?.treatments && saved?.bookings && saved?.history) return saved
  } catch { /* unreadable: start afresh */ }
  return START
}

const without = (list, id) => list.filter((x) => x.id !== id)
const insertAt = (list, index, item) => [...list.slice(0, index), item, ...list.slice(index)]

// The history holds, for each change, what is needed to take it back.
function reducer(state, action) {
  switch (action.type) {
    case 'book': {
      const booking = { ...action.booking, id: `b${state.nextId}` }
      const what = `booking of ${booking.title} for ${booking.name}`
      return {
        ...state,
        nextId: state.nextId + 1,
        bookings: [...state.bookings, booking],
        history: [...state.history, { type: 'unbook', id: booking.id, what }]
      }
    }
    case 'cancel': {
      const index = state.bookings.findIndex((b) => b.id === action.id)
      if (index < 0) return state
      const item = state.bookings[index]
      const what = `cancellation of ${item.title} on ${longDate(item.date)}`
      return {
        ...state,
        bookings: without(state.bookings, action.id),
        history: [...state.history, { type: 'rebook', index, item, what }]
      }
    }
    case 'delete': {
      const index = state.treatments.findIndex((t) => t.id === action.id)
      if (index < 0) return state
      const item = state.treatments[index]
      return {
        ...state,
        treatments: without(state.treatments, action.id),
        history: [...state.history, { type: 'restore', index, item, what: `deletion of ${item.title}` }]
      }
    }
    case 'undo': {
      const step = state.history.at(-1)
      if (!step) return state
      const next = { ...state, history: state.history.slice(0, -1) }
      if (step.type === 'unbook') next.bookings = without(state.bookings, step.id)
      if (step.type === 'rebook') next.bookings = insertAt(state.bookings, step.index, step.item)
      if (step.type === 'restore') next.treatments = insertAt(state.treatments, step.index, step.item)
      return next
    }
    default:
      return state
  }
}

const StoreContext = createContext(null)

export function StoreProvider({ children }) {
  const [state, dispatch] = useReducer(reducer, undefined, load)
  useEffect(() => {
    try { localStorage.setItem(KEY, JSON.stringify(state)) } catch { /* go on in memory */ }
  }, [state])
  const value = useMemo(() => ({ state, dispatch }), [state])
  return <StoreContext.Provider value={value}>{children}</StoreContext.Provider>
}

export const useStore = () => useContext(StoreContext)

export const isTaken = (bookings, treatmentId, date, time) =>
  bookings.some((b) => b.treatmentId === treatmentId && b.date === date && b.time === time)
