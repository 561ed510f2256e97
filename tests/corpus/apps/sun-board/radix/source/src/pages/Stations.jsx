import { useState } from 'react'
import { FilterX } from 'lucide-react'
import { CsvImport } from '@/components/CsvImport'
import { TerrainBadge } from '@/components/TerrainBadge'
import { TerrainSelect } from '@/components/TerrainSelect'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { percent, plural, terrainsOf } from '@/lib/stations'
import { useStations } from '@/lib/store'

export function Stations() {
  const { stations } = useStations()
  const [terrain, setTerrain] = useState('All')
  const [max, setMax] = useState('')

  const terrains = terrainsOf(stations)
  // a terrain can vanish when imported stations are removed
  const chosen = terrains.includes(terrain) ? terrain : 'All'
  const limit = max.trim() === '' ? Infinity : Number(max)
  const shown = stations.filter((s) => (chosen === 'All' || s.terrain === chosen) && s.humidity <= limit)
  const filtering = chosen !== 'All' || max !== ''

  const clear = () => {
    setTerrain('All')
    setMax('')
  }

  return (
    <>
      <div className="mb-6">
        <h1 className="text-3xl font-bold tracking-tight">Stations</h1>
        <p className="mt-1 text-muted-foreground" aria-live="polite">
          {filtering ? `${shown.length} of ${plural(stations.length, 'station')}` : plural(stations.length, 'station')}
        </p>
      </div>

      <div className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
        <div className="space-y-4">
          <Card className="flex flex-wrap items-end gap-4 p-4">
            <TerrainSelect id="terrain" className="min-w-36 flex-1" value={chosen} onChange={setTerrain} terrains={terrains} />
            <div className="min-w-36 flex-1">
              <Label htmlFor="max" className="mb-2 block">Highest humidity (%)</Label>
              <Input id="max" type="number" min="0" max="100" placeholder="Any" value={max} onChange={(e) => setMax(e.target.value)} />
            </div>
            <Button variant="outline" onClick={clear} disabled={!filtering}><FilterX /> Clear filters</Button>
          </Card>

          <Card>
            {shown.length ? (
              <Table>
                <TableHeader>
                  <TableRow>
                    <TableHead>Station</TableHead>
                    <TableHead>Terrain</TableHead>
                    <TableHead className="text-right sm:text-left">Humidity</TableHead>
                  </TableRow>
                </TableHeader>
                <TableBody>
                  {shown.map((s) => (
                    <TableRow key={s.id}>
                      <TableCell className="font-medium">{s.title}</TableCell>
                      <TableCell><TerrainBadge terrain={s.terrain} /></TableCell>
                      <TableCell className="whitespace-nowrap text-right tabular-nums sm:w-56">
                        <div className="flex items-center justify-end gap-3 sm:justify-start">
                          <span className="w-14 sm:text-right">{percent(s.humidity)}</span>
                          <span className="hidden h-2 flex-1 overflow-hidden rounded-full bg-muted sm:block">
                            <span className="block h-full rounded-full bg-primary/70" style={{ width: `${Math.min(100, Math.max(0, s.humidity))}%` }} />
                          </span>
                        </div>
                      </TableCell>
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            ) : (
              <div className="p-10 text-center">
                <p className="font-medium">No stations match these filters</p>
                <p className="mt-1 text-sm text-muted-foreground">Choose another terrain, allow a higher humidity or clear the filters.</p>
              </div>
            )}
          </Card>
        </div>

        <CsvImport />
      </div>
    </>
  )
}
