import { ref, watch, computed } from 'vue'

export const INDUSTRIES = ['Food & drink', 'Culture', 'Software', 'Health', 'Retail', 'Non-profit']

const seed = [
  ['Copperline Roastery', 'Nadia Brandt', 'Food & drink', 8400],
  ['Museum of Small Things', 'Elliot Marsh', 'Culture', 23500],
  ['Parcelbird', 'Jun Watanabe', 'Software', 41000],
  ['Dr. Okafor Dental', 'Chidi Okafor', 'Health', 6200],
  ['Wool & Weather', 'Siobhán Daly', 'Retail', 11800],
  ['Riverkeepers', 'Hanna Lund', 'Non-profit', 3900],
  ['Osteria Lampo', 'Marco Bellini', 'Food & drink', 5600],
  ['Stage Left Festival', 'Priya Raman', 'Culture', 17250],
  ['Ledgerly', 'Tom Adeyemi', 'Software', 58000],
  ['Kneipp & Co. Physio', 'Greta Vogel', 'Health', 9100],
  ['Paperplane Toys', 'Lucía Ferrer', 'Retail', 14700],
  ['Second Loaf', 'Ben Castellan', 'Non-profit', 2500],
  ['Hopyard Nine', 'Wiebke Jansen', 'Food & drink', 19900],
  ['Cartwheel Bikes', 'Anselm Roth', 'Retail', 27300],
  ['Northlight Radiology', 'Farah Haddad', 'Health', 36400]
].map(([name, contact, industry, value], i) => ({ id: i + 1, name, contact, industry, value }))

const KEY = 'followup.leads.v1'
function initial() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY))
    if (Array.isArray(kept)) return kept
  } catch { /* fall through to the samples */ }
  return seed
}
export const leads = ref(initial())
watch(leads, v => { try { localStorage.setItem(KEY, JSON.stringify(v)) } catch { /* not kept */ } })

/* Every change replaces the whole list, so undoing is putting the former list back. */
const past = ref([])
function change(what, next) {
  past.value.push({ what, before: leads.value })
  leads.value = next
}
export const undoable = computed(() => past.value.at(-1)?.what || '')
export function undo() {
  const step = past.value.pop()
  if (!step) return ''
  leads.value = step.before
  return step.what
}
export function save(lead) {
  if (lead.id) {
    change(`change to ${lead.name}`, leads.value.map(l => l.id === lead.id ? { ...lead } : l))
  } else {
    const id = Math.max(0, ...leads.value.map(l => l.id), ...past.value.flatMap(p => p.before.map(l => l.id))) + 1
    change(`adding ${lead.name}`, [...leads.value, { ...lead, id }])
  }
}
export function remove(lead) {
  change(`deleting ${lead.name}`, leads.value.filter(l => l.id !== lead.id))
}

export const dollars = n => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: n % 1 ? 2 : 0, maximumFractionDigits: 2 }).format(n)

export function check(draft) {
  const e = {}
  const name = draft.name.trim(), contact = draft.contact.trim(), raw = String(draft.value).trim()
  if (!name) e.name = 'Please enter a name.'
  else if (!/\p{L}/u.test(name)) e.name = 'A name needs at least one letter.'
  else if (name.length > 60) e.name = 'At most 60 characters, please.'
  else if (leads.value.some(l => l.id !== draft.id && l.name.toLowerCase() === name.toLowerCase())) e.name = 'There is already a lead with this name.'
  if (contact && !/\p{L}{2}/u.test(contact)) e.contact = 'This does not look like a person’s name.'
  if (!draft.industry) e.industry = 'Please choose an industry.'
  if (!raw) e.value = 'Please enter the deal value.'
  else if (!/^-?\d+([.]\d{1,2})?$/.test(raw)) e.value = 'Please enter a plain amount such as 12500 or 12500.50.'
  else if (Number(raw) < 0) e.value = 'The deal value cannot be negative.'
  else if (Number(raw) > 1e8) e.value = 'That is more than this list can believe (100 million at most).'
  return e
}
