import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { exampleStations } from './stations'

const KEY = 'barometer-road-imported'
const StationsContext = createContext(null)

function load() {
  try {
    const list = JSON.parse(localStorage.getItem(KEY))
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

export function StationsProvider({ children }) {
  const [imported, setImported] = useState(load)

  useEffect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(imported))
    } catch {
      // storage full or blocked: the stations stay for this visit
    }
  }, [imported])

  const value = useMemo(
    () => ({
      stations: [...exampleStations, ...imported],
      importedCount: imported.length,
      addStations: (list) =>
        setImported((old) => [...old, ...list.map((s, i) => ({ ...s, id: `i${Date.now()}-${old.length + i}` }))]),
      removeImported: () => setImported([]),
    }),
    [imported],
  )
  return <StationsContext.Provider value={value}>{children}</StationsContext.Provider>
}

export const useStations = () => useContext(StationsContext)
