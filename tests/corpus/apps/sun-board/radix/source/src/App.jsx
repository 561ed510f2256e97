import { HashRouter, NavLink, Navigate, Route, Routes } from 'react-router-dom'
import { Gauge, Moon } from 'lucide-react'
import { Label } from '@/components/ui/label'
import { Switch } from '@/components/ui/switch'
import { StationsProvider } from '@/lib/store'
import { useDarkMode } from '@/lib/useDarkMode'
import { cn } from '@/lib/utils'
import { Stations } from '@/pages/Stations'
import { Statistics } from '@/pages/Statistics'

function Tab({ to, children }) {
  return (
    <NavLink
      to={to}
      end
      className={({ isActive }) =>
        cn('rounded-md px-3 py-2 text-sm font-medium transition-colors hover:bg-accent', isActive ? 'bg-secondary text-foreground' : 'text-muted-foreground')
      }
    >
      {children}
    </NavLink>
  )
}

export default function App() {
  const [dark, setDark] = useDarkMode()
  return (
    <HashRouter>
      <StationsProvider>
        <header className="sticky top-0 z-40 border-b bg-background/90 backdrop-blur">
          <div className="container flex flex-wrap items-center gap-x-2 gap-y-2 py-3 sm:gap-x-6">
            <NavLink to="/" className="flex items-center gap-2 font-bold tracking-tight sm:text-lg">
              <Gauge className="size-6 text-primary" aria-hidden="true" /> Barometer Road
            </NavLink>
            <nav className="order-last flex w-full gap-1 sm:order-none sm:w-auto">
              <Tab to="/">Stations</Tab>
              <Tab to="/statistics">Statistics</Tab>
            </nav>
            <div className="ml-auto flex items-center gap-2">
              <Label htmlFor="dark" className="flex cursor-pointer items-center gap-1.5"><Moon className="size-4" aria-hidden="true" /> Dark mode</Label>
              <Switch id="dark" checked={dark} onCheckedChange={setDark} />
            </div>
          </div>
        </header>
        <main className="container py-8">
          <Routes>
            <Route path="/" element={<Stations />} />
            <Route path="/statistics" element={<Statistics />} />
            <Route path="*" element={<Navigate to="/" replace />} />
          </Routes>
        </main>
        <footer className="container pb-8 text-sm text-muted-foreground">Barometer Road – kept running by volunteers, rain or shine.</footer>
      </StationsProvider>
    </HashRouter>
  )
}
