import { useEffect, useRef } from 'react'

let first = true

/** Names the document and, after a change of page, puts the focus on its heading. */
export function usePageHeading(title) {
  const ref = useRef(null)
  useEffect(() => {
    document.title = `${title} · Slotwise`
    if (!first) ref.current?.focus()
    const t = setTimeout(() => { first = false })
    return () => clearTimeout(t)
  }, [title])
  return ref
}
