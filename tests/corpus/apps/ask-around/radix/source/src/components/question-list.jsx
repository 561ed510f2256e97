import { useRef } from 'react'
import * as Toggle from '@radix-ui/react-toggle'
import { Heart } from 'lucide-react'
import { Comments } from '@/components/comments'
import { Badge } from '@/components/ui/badge'
import { useBoard } from '@/lib/store'
import { cn } from '@/lib/utils'

function Row({ question, onToggled }) {
  const { favourites, toggleFavourite } = useBoard()
  const marked = favourites.includes(question.id)
  return (
    <article className="flex gap-4 px-4 py-4 sm:items-center sm:px-5" aria-labelledby={`title-${question.id}`}>
      <p className="flex w-14 shrink-0 flex-col items-center self-start rounded-md bg-muted py-2 leading-tight sm:self-center">
        <span className="text-lg font-bold tabular-nums">{question.votes}</span>{' '}
        <span className="text-xs text-muted-foreground">{question.votes === 1 ? 'vote' : 'votes'}</span>
      </p>
      <div className="min-w-0 flex-1 sm:flex sm:items-center sm:gap-4">
        <div className="min-w-0 flex-1">
          <h2 id={`title-${question.id}`} className="font-semibold leading-snug [overflow-wrap:anywhere]">
            {question.title}
          </h2>
          <Badge className="mt-1.5">{question.topic}</Badge>
        </div>
        <div className="mt-3 flex items-center justify-between gap-2 sm:mt-0">
          <Comments question={question} />
          <Toggle.Root
            pressed={marked}
            onPressedChange={() => {
              toggleFavourite(question)
              onToggled?.(question)
            }}
            data-heart
            aria-label={`Favourite: ${question.title}`}
            className="inline-flex size-10 items-center justify-center rounded-md text-muted-foreground hover:bg-accent focus-visible:outline-none focus-visible:ring-2 focus-visible:ring-ring data-[state=on]:text-rose-700"
          >
            <Heart aria-hidden="true" className={cn('size-5', marked && 'fill-current')} />
          </Toggle.Root>
        </div>
      </div>
    </article>
  )
}

export function QuestionList({ questions, label, keepFocus }) {
  const listRef = useRef(null)

  // On the favourites page an unmarked entry goes away: hand the focus to its neighbour.
  function onToggled(question) {
    if (!keepFocus) return
    const index = questions.findIndex((q) => q.id === question.id)
    setTimeout(() => {
      const hearts = listRef.current?.querySelectorAll('[data-heart]') ?? []
      const next = hearts[Math.min(index, hearts.length - 1)]
      if (next) next.focus()
      else document.getElementById('page-title')?.focus()
    })
  }

  return (
    <ul ref={listRef} aria-label={label} className="divide-y overflow-hidden rounded-lg border bg-card shadow-sm">
      {questions.map((question) => (
        <li key={question.id}>
          <Row question={question} onToggled={onToggled} />
        </li>
      ))}
    </ul>
  )
}
