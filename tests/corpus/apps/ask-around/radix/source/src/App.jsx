import { useEffect, useRef } from 'react'
import { Heart, House } from 'lucide-react'
import { BoardProvider, useBoard, useHashRoute } from '@/lib/store'
import { FavouritesPage, StartPage } from '@/pages'
import { buttonVariants } from '@/components/ui/button'
import { cn } from '@/lib/utils'

function Shell() {
  const { favourites, status } = useBoard()
  const route = useHashRoute()
  const first = useRef(true)
  const onFavourites = route === 'favourites'

  useEffect(() => {
    document.title = onFavourites ? 'Favourites – Neighbour Notes' : 'Neighbour Notes'
    if (first.current) {
      first.current = false
      return
    }
    window.scrollTo(0, 0)
    document.getElementById('page-title')?.focus()
  }, [onFavourites])

  return (
    <>
      <a
        href="#main"
        onClick={(e) => {
          e.preventDefault()
          document.getElementById('page-title')?.focus()
        }}
        className="sr-only focus:not-sr-only focus:absolute focus:left-2 focus:top-2 focus:z-50 focus:rounded-md focus:bg-card focus:p-3"
      >
        Skip to content
      </a>
      <header className="border-b bg-card">
        <div className="mx-auto flex max-w-3xl flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
          <a href="#/" className="flex items-center gap-2 rounded-md text-lg font-bold text-primary focus-visible:outline-none focus-visible:ring-2 focus-visible:ring-ring">
            <House aria-hidden="true" className="size-5" />
            Neighbour Notes
          </a>
          <nav aria-label="Main">
            <a
              href="#/favourites"
              aria-current={onFavourites ? 'page' : undefined}
              className={cn(buttonVariants({ variant: 'ghost' }), onFavourites && 'bg-accent')}
            >
              <Heart aria-hidden="true" className={favourites.length ? 'fill-current text-rose-700' : ''} />
              Favourites ({favourites.length})
            </a>
          </nav>
        </div>
      </header>
      <main id="main" className="mx-auto max-w-3xl px-4 py-6 sm:py-8">
        {onFavourites ? <FavouritesPage /> : <StartPage />}
      </main>
      <footer className="mx-auto max-w-3xl px-4 pb-8 text-sm text-muted-foreground">Made for neighbours who help each other out.</footer>
      <p role="status" aria-live="polite" className="sr-only">
        {status}
      </p>
    </>
  )
}

export default function App() {
  return (
    <BoardProvider>
      <Shell />
    </BoardProvider>
  )
}
