import { useMemo, useState } from 'react'
import { ArrowLeft, HeartOff, SearchX, Search } from 'lucide-react'
import { AddQuestion } from '@/components/add-question'
import { QuestionList } from '@/components/question-list'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '@/components/ui/select'
import { useBoard } from '@/lib/store'
import { plural } from '@/lib/utils'

const SORTS = {
  default: { label: 'Default order' },
  low: { label: 'Votes: lowest first', compare: (a, b) => a.votes - b.votes },
  high: { label: 'Votes: highest first', compare: (a, b) => b.votes - a.votes },
  title: { label: 'Title: A to Z', compare: (a, b) => a.title.localeCompare(b.title, 'en', { sensitivity: 'base' }) },
}

function Empty({ icon: Icon, children }) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed bg-card px-6 py-12 text-center text-muted-foreground">
      <Icon aria-hidden="true" className="size-8" />
      {children}
    </div>
  )
}

export function StartPage() {
  const { questions } = useBoard()
  const [query, setQuery] = useState('')
  const [sort, setSort] = useState('default')

  const needle = query.trim().toLocaleLowerCase()
  const matches = (q) => `${q.title} ${q.topic}`.toLocaleLowerCase().includes(needle)

  const shown = useMemo(() => {
    const found = needle ? questions.filter(matches) : [...questions]
    return SORTS[sort].compare ? found.sort(SORTS[sort].compare) : found
  }, [questions, needle, sort])

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 id="page-title" tabIndex={-1} className="text-2xl font-bold tracking-tight focus:outline-none sm:text-3xl">
            Questions
          </h1>
          <p role="status" className="mt-1 text-muted-foreground">
            {needle ? `${shown.length} of ${plural(questions.length, 'question')}` : plural(questions.length, 'question')}
          </p>
        </div>
        <AddQuestion onAdded={(q) => !matches(q) && setQuery('')} />
      </div>

      <div className="my-5 grid gap-4 sm:grid-cols-[1fr_14rem]">
        <div role="search" className="grid gap-1.5">
          <Label htmlFor="search">Search questions</Label>
          <div className="relative">
            <Search aria-hidden="true" className="pointer-events-none absolute left-3 top-3 size-4 text-muted-foreground" />
            <Input
              id="search"
              type="search"
              className="pl-9"
              placeholder="Title or topic"
              autoComplete="off"
              value={query}
              onChange={(e) => setQuery(e.target.value)}
            />
          </div>
        </div>
        <div className="grid gap-1.5">
          <Label htmlFor="sort">Sort by</Label>
          <Select value={sort} onValueChange={setSort}>
            <SelectTrigger id="sort">
              <SelectValue />
            </SelectTrigger>
            <SelectContent>
              {Object.entries(SORTS).map(([value, { label }]) => (
                <SelectItem key={value} value={value}>
                  {label}
                </SelectItem>
              ))}
            </SelectContent>
          </Select>
        </div>
      </div>

      {shown.length ? (
        <QuestionList questions={shown} label="Questions" />
      ) : (
        <Empty icon={SearchX}>
          <p role="status">No question matches “{query.trim()}”.</p>
          <Button variant="outline" onClick={() => { setQuery(''); document.getElementById('search')?.focus() }}>
            Clear search
          </Button>
        </Empty>
      )}
    </>
  )
}

export function FavouritesPage() {
  const { questions, favourites } = useBoard()
  const shown = questions.filter((q) => favourites.includes(q.id))
  return (
    <>
      <Button asChild variant="ghost" size="sm" className="-ml-3 mb-3">
        <a href="#/">
          <ArrowLeft aria-hidden="true" />
          All questions
        </a>
      </Button>
      <h1 id="page-title" tabIndex={-1} className="text-2xl font-bold tracking-tight focus:outline-none sm:text-3xl">
        Favourites
      </h1>
      {shown.length ? (
        <>
          <p className="mb-5 mt-1 text-muted-foreground">{plural(shown.length, 'favourite question')}</p>
          <QuestionList questions={shown} label="Favourites" keepFocus />
        </>
      ) : (
        <div className="mt-5">
          <Empty icon={HeartOff}>
            <p role="status">You have no favourites yet. Mark a question with the heart and it will show up here.</p>
          </Empty>
        </div>
      )}
    </>
  )
}
