import { computed, ref, watch } from 'vue'

export const STATUSES = ['To do', 'Doing', 'Done']
export const AREAS = ['Website', 'Customers', 'Finance', 'Events', 'Office', 'Hiring']

const KEY = 'donelist.tasks.v1'

const EXAMPLES = [
  ['Rewrite the pricing page', 'Website', 5, 'Doing'],
  ['Call back Brunner & Sons', 'Customers', 0.5, 'To do'],
  ['Prepare the quarterly figures', 'Finance', 6, 'To do'],
  ['Book a room for the summer party', 'Events', 1.5, 'Done'],
  ['Repair the label printer', 'Office', 2, 'To do'],
  ['Read applications for the design job', 'Hiring', 3, 'Doing'],
  ['Fix broken links in the help pages', 'Website', 2.5, 'To do'],
  ['Send invoices for October', 'Finance', 4, 'Done'],
  ['Write the newsletter', 'Customers', 3.5, 'To do'],
  ['Order name badges for the fair', 'Events', 1, 'Doing'],
  ['Update the fire drill plan', 'Office', 1, 'To do'],
  ['Plan the first week of the trainee', 'Hiring', 2, 'To do'],
  ['Collect quotes for new laptops', 'Office', 2.5, 'Done'],
].map(([title, area, estimate, status], i) => ({ id: i + 1, title, area, estimate, status }))

function load() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY))
    if (Array.isArray(stored)) return stored
  } catch {
    /* unreadable: start with the examples */
  }
  return EXAMPLES
}

// The array's order is the order of the overview and, within a status, of the board's column.
const tasks = ref(load())
watch(tasks, (value) => localStorage.setItem(KEY, JSON.stringify(value)), { deep: true })
window.addEventListener('storage', (e) => {
  if (e.key === KEY) tasks.value = load()
})

const same = (a, b) => {
  const n = (s) => s.trim().replace(/\s+/g, ' ').toLocaleLowerCase()
  return n(a) === n(b)
}

export function useTasks() {
  const columns = computed(() =>
    STATUSES.map((status) => ({ status, tasks: tasks.value.filter((t) => t.status === status) })),
  )
  const totalHours = computed(() => tasks.value.reduce((sum, t) => sum + t.estimate, 0))

  const titleTaken = (title, exceptId) => tasks.value.some((t) => t.id !== exceptId && same(t.title, title))

  function add(values) {
    const id = Math.max(0, ...tasks.value.map((t) => t.id)) + 1
    tasks.value.push({ id, ...values })
    return id
  }
  function update(id, values) {
    Object.assign(tasks.value.find((t) => t.id === id), values)
  }
  function remove(id) {
    tasks.value = tasks.value.filter((t) => t.id !== id)
  }
  /** Put a task into a column, before another task or (without one) at the end. */
  function move(id, status, beforeId = null) {
    if (id === beforeId) return
    const list = tasks.value.slice()
    const [task] = list.splice(list.findIndex((t) => t.id === id), 1)
    task.status = status
    const at = beforeId === null ? list.length : list.findIndex((t) => t.id === beforeId)
    list.splice(at, 0, task)
    tasks.value = list
  }

  return { tasks, columns, totalHours, titleTaken, add, update, remove, move }
}

export const hours = (n) => `${n.toLocaleString('en-GB', { maximumFractionDigits: 2 })} h`
