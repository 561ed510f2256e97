import { useState } from 'react'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import { percent } from '@/lib/stations'

export function TerrainBars({ groups }) {
  const [measure, setMeasure] = useState('count')
  const isCount = measure === 'count'
  const valueOf = (g) => (isCount ? g.count : g.average)
  // averages are drawn against 100 %, numbers against the largest group
  const full = isCount ? Math.max(1, ...groups.map((g) => g.count)) : Math.max(100, ...groups.map((g) => g.average))

  return (
    <Card>
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
        <div className="space-y-1.5">
          <CardTitle>By terrain</CardTitle>
          <CardDescription>{isCount ? 'How many stations stand on each terrain' : 'Average humidity on each terrain'}</CardDescription>
        </div>
        <ToggleGroup type="single" value={measure} onValueChange={(v) => v && setMeasure(v)} aria-label="What the bars show">
          <ToggleGroupItem value="count">Stations</ToggleGroupItem>
          <ToggleGroupItem value="average">Average humidity</ToggleGroupItem>
        </ToggleGroup>
      </CardHeader>
      <CardContent>
        <ul className="space-y-3">
          {groups.map((g) => (
            <li key={g.terrain} className="grid grid-cols-[5.5rem_1fr_4rem] items-center gap-3 text-sm sm:grid-cols-[8rem_1fr_4.5rem]">
              <span className="break-words leading-tight">{g.terrain}</span>
              <span className="h-6 overflow-hidden rounded bg-muted">
                <span className="block h-full rounded bg-primary transition-[width] duration-300" style={{ width: `${Math.max(0, (valueOf(g) / full) * 100)}%` }} />
              </span>
              <span className="font-semibold tabular-nums">{isCount ? g.count : percent(g.average)}</span>
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  )
}
