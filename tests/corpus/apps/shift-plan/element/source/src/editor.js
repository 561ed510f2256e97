import { reactive } from 'vue'
import { removeTask } from './store'

// One drawer for the whole app: opened empty for a new task, or with a task for editing.
export const editor = reactive({ open: false, task: null, status: 'todo' })

export function openNew(status = 'todo') {
  editor.task = null
  editor.status = status
  editor.open = true
}

export function openEdit(task) {
  editor.task = task
  editor.open = true
}

export async function askDelete(task) {
  try {
    await ElMessageBox.confirm(
      `“${task.title}” will be removed for the whole team.`,
      'Delete this task?',
      {
        confirmButtonText: 'Delete',
        cancelButtonText: 'Keep it',
        confirmButtonClass: 'el-button--danger',
        type: 'warning'
      }
    )
  } catch {
    return
  }
  removeTask(task.id)
  ElMessage({ type: 'success', message: `“${task.title}” was deleted.` })
}
