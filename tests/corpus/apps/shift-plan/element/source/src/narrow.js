import { ref } from 'vue'

const query = window.matchMedia('(max-width: 720px)')
const narrow = ref(query.matches)
query.addEventListener('change', (e) => {
  narrow.value = e.matches
})

export const useNarrow = () => narrow
