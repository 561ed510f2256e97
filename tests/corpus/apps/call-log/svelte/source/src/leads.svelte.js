export const INDUSTRIES = ['Hospitality', 'Fashion', 'Tech', 'Food & drink', 'Culture', 'Health', 'Real estate']

const SAMPLE = [
  ['Hotel Astoria', 'Vera Lindqvist', 'vera@astoria.example', 'Hospitality', 18500, 'Rebrand of the lobby and menus'],
  ['Loom & Thread', 'Kofi Mensah', 'kofi@loomthread.example', 'Fashion', 9200, 'Spring lookbook'],
  ['Pixelpark', 'Dana Whitfield', 'dana@pixelpark.example', 'Tech', 32000, 'Design system, first phase'],
  ['Brewer Bros', 'Olaf Brewer', 'olaf@brewerbros.example', 'Food & drink', 6400, 'Label family for six beers'],
  ['City Museum', 'Priya Nair', 'priya@citymuseum.example', 'Culture', 27500, 'Exhibition signage'],
  ['Calm Clinic', 'Jorge Prado', 'jorge@calmclinic.example', 'Health', 11800, 'Website and booking flow'],
  ['Northgate Lofts', 'Hannah Pike', 'hannah@northgate.example', 'Real estate', 45000, 'Sales suite and brochure'],
  ['Café Mirador', 'Lucía Ramos', 'lucia@mirador.example', 'Food & drink', 3900, 'Menu and takeaway packaging'],
  ['Bluebird Apps', 'Sam Okafor', 'sam@bluebird.example', 'Tech', 21000, 'Onboarding illustrations'],
  ['Silk Road Shoes', 'Mina Tran', 'mina@silkroad.example', 'Fashion', 14750, 'Shop windows, autumn'],
  ['Harbour Theatre', 'Tom Ashby', 'tom@harbourtheatre.example', 'Culture', 8300, 'Season poster series'],
  ['Pension Alpenrose', 'Greta Moser', 'greta@alpenrose.example', 'Hospitality', 5100, 'Logo refresh'],
  ['Verdant Pharmacy', 'Ali Demir', 'ali@verdant.example', 'Health', 16400, 'Packaging concept'],
  ['Keystone Homes', 'Rita Bauer', 'rita@keystone.example', 'Real estate', 29900, 'Wayfinding for two blocks']
]

const KEY = 'followup.leads'
function initial() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY))
    if (Array.isArray(kept)) return kept
  } catch { /* fall through */ }
  return SAMPLE.map(([company, contact, email, industry, value, note], i) => ({ id: i + 1, company, contact, email, industry, value, note }))
}

class Book {
  leads = $state.raw(initial())
  past = $state.raw([])

  #commit(next, label) {
    this.past = [...this.past, { leads: this.leads, label }]
    this.#set(next)
  }
  #set(next) {
    this.leads = next
    try { localStorage.setItem(KEY, JSON.stringify(next)) } catch { /* not kept */ }
  }
  add(lead) {
    this.#commit([{ ...lead, id: Math.max(0, ...this.leads.map((l) => l.id)) + 1 }, ...this.leads], `added ${lead.company}`)
  }
  edit(id, lead) {
    this.#commit(this.leads.map((l) => (l.id === id ? { ...lead, id } : l)), `edited ${lead.company}`)
  }
  remove(lead) {
    this.#commit(this.leads.filter((l) => l.id !== lead.id), `deleted ${lead.company}`)
  }
  undo() {
    const last = this.past.at(-1)
    if (!last) return
    this.past = this.past.slice(0, -1)
    this.#set(last.leads)
    return last.label
  }
}
export const book = new Book()

/** Checks a form; returns { errors, lead }. */
export function check(form, id) {
  const errors = {}
  const t = (k) => String(form[k] ?? '').trim()
  const company = t('company')
  if (company.length < 2) errors.company = 'Company name needed (2 characters or more)'
  else if (company.length > 60) errors.company = 'At most 60 characters'
  else if (!/\p{L}|\d/u.test(company)) errors.company = 'That does not look like a name'
  else if (book.leads.some((l) => l.id !== id && l.company.toLowerCase() === company.toLowerCase())) errors.company = 'This company is in the list already'
  if (!/\p{L}{2}/u.test(t('contact'))) errors.contact = 'Who do you talk to?'
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(t('email'))) errors.email = 'Not a valid e-mail address'
  if (!INDUSTRIES.includes(form.industry)) errors.industry = 'Pick an industry'
  const raw = t('value').replace(/[$,\s]/g, '')
  const value = Number(raw)
  if (raw === '' || !Number.isFinite(value)) errors.value = 'Enter an amount in dollars'
  else if (value <= 0) errors.value = 'Must be more than $0'
  else if (value > 10_000_000) errors.value = 'That is too much to be true'
  return { errors, lead: { company, contact: t('contact'), email: t('email'), industry: form.industry, value: Math.round(value), note: t('note') } }
}
export const usd = (n) => n.toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
