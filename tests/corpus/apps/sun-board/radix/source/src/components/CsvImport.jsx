import { useRef, useState } from 'react'
import { CheckCircle2, FileUp, XCircle } from 'lucide-react'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { readStations } from '@/lib/csv'
import { plural } from '@/lib/stations'
import { useStations } from '@/lib/store'

export function CsvImport() {
  const { addStations, importedCount, removeImported } = useStations()
  const [result, setResult] = useState(null)
  const inputRef = useRef(null)

  async function onFile(event) {
    const file = event.target.files?.[0]
    if (!file) return
    try {
      const read = readStations(await file.text())
      if (!read.refused && read.stations.length) addStations(read.stations)
      setResult({ name: file.name, ...read })
    } catch {
      setResult({ name: file.name, refused: 'The file could not be read. Nothing was imported.' })
    }
    // so that the same file can be picked once more
    inputRef.current.value = ''
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle className="flex items-center gap-2"><FileUp className="size-5" aria-hidden="true" /> Import stations</CardTitle>
        <CardDescription>
          A CSV file whose first line is <code className="rounded bg-muted px-1">title,humidity</code>. A third column <code className="rounded bg-muted px-1">terrain</code> is welcome.
        </CardDescription>
      </CardHeader>
      <CardContent className="space-y-4">
        <div>
          <Label htmlFor="csv" className="mb-2 block">CSV file</Label>
          <Input ref={inputRef} id="csv" type="file" accept=".csv,text/csv" onChange={onFile} />
        </div>

        {result?.refused && (
          <Alert variant="destructive">
            <XCircle aria-hidden="true" />
            <AlertTitle>{result.name} was refused</AlertTitle>
            <AlertDescription>{result.refused}</AlertDescription>
          </Alert>
        )}
        {result && !result.refused && (
          <Alert>
            <CheckCircle2 aria-hidden="true" />
            <AlertTitle>{plural(result.stations.length, 'station')} imported from {result.name}</AlertTitle>
            {result.skipped.length > 0 && (
              <AlertDescription>
                {plural(result.skipped.length, 'line')} left out:
                <ul className="ml-4 list-disc">
                  {result.skipped.map((s) => <li key={s.line}>Line {s.line}: {s.reason}</li>)}
                </ul>
              </AlertDescription>
            )}
          </Alert>
        )}

        {importedCount > 0 && (
          <Button variant="outline" size="sm" onClick={() => { removeImported(); setResult(null) }}>
            Remove imported stations ({importedCount})
          </Button>
        )}
      </CardContent>
    </Card>
  )
}
