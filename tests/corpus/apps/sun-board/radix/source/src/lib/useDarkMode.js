import { useEffect, useState } from 'react'

const KEY = 'barometer-road-theme'

export function useDarkMode() {
  const [dark, setDark] = useState(() => document.documentElement.classList.contains('dark'))
  useEffect(() => {
    document.documentElement.classList.toggle('dark', dark)
    try {
      localStorage.setItem(KEY, dark ? 'dark' : 'light')
    } catch {
      // nothing to remember it in
    }
  }, [dark])
  return [dark, setDark]
}
