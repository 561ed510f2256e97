import { ref } from 'vue'

// One short message about what just happened, shown and read out by App.vue.
const notice = ref('')
let timeout

export function useNotice() {
  function notify(text) {
    clearTimeout(timeout)
    notice.value = text
    timeout = setTimeout(() => (notice.value = ''), 6000)
  }
  return { notice, notify }
}
