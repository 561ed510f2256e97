import { computed, reactive, watch } from 'vue'
import { SEED } from './seed'

const KEY = 'donelist.tasks.v1'

export const STATUSES = [
  { key: 'todo', label: 'To do', tag: 'info' },
  { key: 'doing', label: 'Doing', tag: 'warning' },
  { key: 'done', label: 'Done', tag: 'success' }
]

export const statusOf = (key) => STATUSES.find((s) => s.key === key)

function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY))
    if (saved && Array.isArray(saved.tasks)) return saved
  } catch {
    /* unreadable: start afresh */
  }
  return { tasks: SEED.map((t) => ({ ...t })), nextId: SEED.length + 1 }
}

const state = reactive(load())

watch(
  state,
  (s) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(s))
    } catch {
      /* storage full or blocked: go on in memory */
    }
  },
  { deep: true, flush: 'sync' }
)

export const tasks = computed(() => state.tasks)

export const column = (status) =>
  state.tasks.filter((t) => t.status === status).sort((a, b) => a.rank - b.rank)

const norm = (title) => title.trim().replace(/\s+/g, ' ').toLowerCase()

export const titleTaken = (title, exceptId = null) =>
  state.tasks.some((t) => t.id !== exceptId && norm(t.title) === norm(title))

export function addTask(data) {
  const last = column(data.status).at(-1)
  const task = { id: state.nextId, ...data, rank: last ? last.rank + 1 : 0 }
  state.nextId += 1
  state.tasks.push(task)
  return task
}

export function updateTask(id, { status, ...data }) {
  const task = state.tasks.find((t) => t.id === id)
  if (!task) return
  Object.assign(task, data)
  if (status && status !== task.status) moveTask(id, status)
}

export function removeTask(id) {
  const i = state.tasks.findIndex((t) => t.id === id)
  if (i >= 0) state.tasks.splice(i, 1)
}

/** Puts a task into a column, before another card of it or, without one, at its end. */
export function moveTask(id, status, beforeId = null) {
  const task = state.tasks.find((t) => t.id === id)
  if (!task || beforeId === id) return
  const cards = column(status).filter((t) => t.id !== id)
  const at = cards.findIndex((t) => t.id === beforeId)
  cards.splice(at < 0 ? cards.length : at, 0, task)
  task.status = status
  cards.forEach((t, i) => {
    t.rank = i
  })
}
