import { useState } from 'react'
import { TerrainBars } from '@/components/TerrainBars'
import { TerrainSelect } from '@/components/TerrainSelect'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { byTerrain, figures, percent, terrainsOf } from '@/lib/stations'
import { useStations } from '@/lib/store'

function Figure({ label, value, hint }) {
  return (
    <Card className="p-5">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className="mt-1 text-2xl font-bold tabular-nums">{value}</dd>
      <dd className="mt-0.5 min-h-5 text-sm text-muted-foreground">{hint}</dd>
    </Card>
  )
}

export function Statistics() {
  const { stations } = useStations()
  const [terrain, setTerrain] = useState('All')
  const terrains = terrainsOf(stations)
  const all = terrain === 'All'
  const picked = all ? stations : stations.filter((s) => s.terrain === terrain)
  const f = figures(picked)

  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl font-bold tracking-tight">Statistics</h1>
          <p className="mt-1 text-muted-foreground">{all ? 'All stations of the network' : `Stations on terrain ${terrain} only`}</p>
        </div>
        <TerrainSelect id="stat-terrain" className="w-full sm:w-56" value={terrain} onChange={setTerrain} terrains={terrains} />
      </div>

      <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4" aria-live="polite">
        <Figure label="Stations" value={f.count} hint={all ? `on ${terrains.length} terrains` : `of ${stations.length} in all`} />
        <Figure label="Average humidity" value={percent(f.average)} />
        <Figure label="Highest humidity" value={percent(f.highest.humidity)} hint={f.highest.title} />
        <Figure label="Lowest humidity" value={percent(f.lowest.humidity)} hint={f.lowest.title} />
      </dl>

      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        <TerrainBars groups={byTerrain(picked)} />
        <Card>
          <CardHeader>
            <CardTitle>Table by terrain</CardTitle>
            <CardDescription>Number of stations and their average humidity</CardDescription>
          </CardHeader>
          <CardContent className="px-1">
            <Table>
              <TableHeader>
                <TableRow>
                  <TableHead>Terrain</TableHead>
                  <TableHead className="text-right">Stations</TableHead>
                  <TableHead className="text-right">Average humidity</TableHead>
                </TableRow>
              </TableHeader>
              <TableBody>
                {byTerrain(picked).map((g) => (
                  <TableRow key={g.terrain}>
                    <TableCell className="font-medium">{g.terrain}</TableCell>
                    <TableCell className="text-right tabular-nums">{g.count}</TableCell>
                    <TableCell className="text-right tabular-nums">{percent(g.average)}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </CardContent>
        </Card>
      </div>
    </>
  )
}
