import { computed, reactive, watch } from 'vue'
import { garments } from './garments'

const KEY = 'loom-and-lane'
const COUPON = 'FRIENDS'
const RATE = 0.15

function restore() {
  const empty = { cart: {}, myRatings: {}, coupon: false }
  try {
    const saved = JSON.parse(localStorage.getItem(KEY)) ?? {}
    const state = { ...empty, ...saved }
    for (const [id, qty] of Object.entries(state.cart)) {
      const g = garments.find((x) => x.id === Number(id))
      const ok = g ? Math.min(Math.floor(qty), g.stock) : 0
      if (ok > 0) state.cart[id] = ok
      else delete state.cart[id]
    }
    return state
  } catch {
    return empty
  }
}

const state = reactive(restore())
watch(state, (s) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(s))
  } catch {
    /* private mode: keep it in memory */
  }
}, { deep: true })

export const toast = reactive({ open: false, text: '' })
export function say(text) {
  toast.text = text
  toast.open = true
}

const euro = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })
export const money = (cents) => euro.format(cents / 100)
export const plural = (n, one, many = one + 's') => `${n} ${n === 1 ? one : many}`

export const inCart = (id) => state.cart[id] ?? 0

export const lines = computed(() =>
  garments.filter((g) => inCart(g.id) > 0).map((g) => ({ garment: g, qty: inCart(g.id), sum: g.price * inCart(g.id) })),
)
export const pieces = computed(() => lines.value.reduce((n, l) => n + l.qty, 0))
export const subtotal = computed(() => lines.value.reduce((n, l) => n + l.sum, 0))
export const couponApplied = computed(() => state.coupon)
export const discount = computed(() => (state.coupon ? Math.round(subtotal.value * RATE) : 0))
export const total = computed(() => subtotal.value - discount.value)

export function add(garment) {
  if (inCart(garment.id) >= garment.stock) return false
  state.cart[garment.id] = inCart(garment.id) + 1
  return true
}

export function setQuantity(garment, qty) {
  const wanted = Math.floor(Number(qty))
  if (!Number.isFinite(wanted) || wanted < 1) return { problem: 'Please enter a quantity of at least 1.' }
  const ok = Math.min(wanted, garment.stock)
  state.cart[garment.id] = ok
  return { problem: wanted > ok ? `Only ${garment.stock} in stock.` : '' }
}

export function remove(garment) {
  delete state.cart[garment.id]
}

/** Returns an error message, or '' when the code was taken. */
export function applyCoupon(code) {
  const typed = code.trim()
  if (!typed) return 'Please type a coupon code.'
  if (typed.toUpperCase() !== COUPON) return `The code “${typed}” is not valid.`
  if (state.coupon) return `${COUPON} has already been used for this cart.`
  state.coupon = true
  return ''
}

export const myRating = (id) => state.myRatings[id] ?? null
export function rate(id, stars) {
  state.myRatings[id] = stars
}
export function ratingOf(garment) {
  const mine = myRating(garment.id)
  const all = mine ? [...garment.ratings, mine] : garment.ratings
  return { count: all.length, average: all.length ? all.reduce((a, b) => a + b, 0) / all.length : null }
}
