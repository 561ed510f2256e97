import Alpine from 'alpinejs'
import questions from './questions.js'
import './style.css'

const read = (key, otherwise) => {
  try { return JSON.parse(localStorage.getItem('porchlight.' + key)) ?? otherwise } catch { return otherwise }
}
const write = (key, value) => {
  try { localStorage.setItem('porchlight.' + key, JSON.stringify(value)) } catch { /* never mind */ }
}

Alpine.store('theme', {
  dark: read('dark', matchMedia('(prefers-color-scheme: dark)').matches),
  init() { this.paint() },
  flip() { this.dark = !this.dark; write('dark', this.dark); this.paint() },
  paint() { document.documentElement.dataset.theme = this.dark ? 'dark' : 'light' }
})

Alpine.data('board', () => ({
  PER: 5,
  questions: read('questions', questions),
  voted: read('voted', []),
  topics: [...new Set(questions.map((q) => q.topic))].sort(),
  search: '',
  topic: '',
  most: '',
  top: false,
  page: 1,
  open: null,
  draft: { name: read('name', ''), text: '' },
  wrong: '',

  init() {
    for (const f of ['search', 'topic', 'most', 'top']) this.$watch(f, () => { this.page = 1 })
    this.$watch('questions', (q) => write('questions', q))
    this.$watch('voted', (v) => write('voted', v))
  },

  get found() {
    const words = this.search.toLowerCase().split(/\s+/).filter(Boolean)
    const list = this.questions.filter((q) => {
      const hay = `${q.title} ${q.text} ${q.by}`.toLowerCase()
      return words.every((w) => hay.includes(w)) &&
        (!this.topic || q.topic === this.topic) &&
        (this.most === '' || this.most === null || q.votes <= this.most)
    })
    return this.top ? list.sort((a, b) => b.votes - a.votes) : list
  },
  get pages() { return Math.max(1, Math.ceil(this.found.length / this.PER)) },
  get now() { return Math.min(this.page, this.pages) },
  get visible() { return this.found.slice((this.now - 1) * this.PER, this.now * this.PER) },
  get range() {
    const n = this.found.length
    if (!n) return ''
    const from = (this.now - 1) * this.PER + 1
    return `${from}–${Math.min(from + this.PER - 1, n)} of ${n} question${n === 1 ? '' : 's'}`
  },
  get filtered() { return this.search || this.topic || this.top || (this.most !== '' && this.most !== null) },
  turn(n) {
    this.page = Math.min(this.pages, Math.max(1, n))
    this.$nextTick(() => document.querySelector('.list').scrollIntoView({ block: 'nearest' }))
  },
  reset() { this.search = ''; this.topic = ''; this.most = ''; this.top = false },

  vote(q) {
    const mine = this.voted.includes(q.id)
    q.votes += mine ? -1 : 1
    this.voted = mine ? this.voted.filter((i) => i !== q.id) : [...this.voted, q.id]
  },

  show(q) {
    this.open = q
    this.wrong = ''
    this.draft.text = ''
    this.$nextTick(() => this.$refs.sheet.showModal())
  },
  send() {
    const name = this.draft.name.trim()
    const text = this.draft.text.trim()
    this.wrong = !name ? 'Please sign with your name.' : !text ? 'Your comment is empty.' : text.length > 500 ? 'Please keep it under 500 characters.' : ''
    if (this.wrong) return
    this.open.comments.push({ name, text })
    write('name', name)
    this.draft.text = ''
  }
}))

Alpine.start()
