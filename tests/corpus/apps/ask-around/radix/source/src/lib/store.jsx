import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { seedQuestions } from '@/data'

const KEY = 'neighbour-notes'
const Board = createContext(null)

function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY))
    if (Array.isArray(saved?.questions) && Array.isArray(saved?.favourites)) return saved
  } catch {
    /* start afresh */
  }
  return { questions: seedQuestions(), favourites: [] }
}

const newId = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`

export function BoardProvider({ children }) {
  const [state, setState] = useState(load)
  const [status, setStatus] = useState('')
  const flip = useRef(false)

  useEffect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(state))
    } catch {
      /* storage not available: the board lives in memory */
    }
  }, [state])

  // A trailing no-break space makes repeated messages be read again.
  const announce = useCallback((text) => {
    flip.current = !flip.current
    setStatus(text + (flip.current ? '\u00a0' : ''))
  }, [])

  const value = useMemo(
    () => ({
      ...state,
      status,
      announce,
      isTaken: (title) => state.questions.some((q) => q.title.toLocaleLowerCase() === title.toLocaleLowerCase()),
      addQuestion(question) {
        setState((s) => ({ ...s, questions: [...s.questions, { ...question, id: newId(), comments: [] }] }))
        announce(`Question added: ${question.title}`)
      },
      addComment(id, comment) {
        setState((s) => ({
          ...s,
          questions: s.questions.map((q) => (q.id === id ? { ...q, comments: [...q.comments, { ...comment, id: newId() }] } : q)),
        }))
      },
      toggleFavourite(question) {
        const marked = state.favourites.includes(question.id)
        setState((s) => ({
          ...s,
          favourites: marked ? s.favourites.filter((id) => id !== question.id) : [...s.favourites, question.id],
        }))
        announce(marked ? `Removed from favourites: ${question.title}` : `Added to favourites: ${question.title}`)
      },
    }),
    [state, status, announce],
  )

  return <Board.Provider value={value}>{children}</Board.Provider>
}

export const useBoard = () => useContext(Board)

export function useHashRoute() {
  const [hash, setHash] = useState(window.location.hash)
  useEffect(() => {
    const onChange = () => setHash(window.location.hash)
    window.addEventListener('hashchange', onChange)
    return () => window.removeEventListener('hashchange', onChange)
  }, [])
  return hash.replace(/^#\/?/, '')
}
