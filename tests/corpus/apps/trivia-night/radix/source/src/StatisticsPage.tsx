import { useState } from 'react';
import { kinds, places, type Place } from './places';
import { ToggleGroup, ToggleGroupItem } from './ui/toggle-group';
import { PageHeading } from './PageHeading';

function figures(list: Place[]) {
  const points = list.map((p) => p.points);
  const total = points.reduce((a, b) => a + b, 0);
  return { count: list.length, total, average: total / list.length, highest: Math.max(...points), lowest: Math.min(...points) };
}
const oneDigit = (n: number) => n.toFixed(1);

export function StatisticsPage() {
  const [kind, setKind] = useState('all');
  const list = kind === 'all' ? places : places.filter((p) => p.kind === kind);
  const f = figures(list);
  const rows: [string, string | number][] = [
    ['Places', f.count],
    ['Total points', f.total],
    ['Average points', oneDigit(f.average)],
    ['Highest points', f.highest],
    ['Lowest points', f.lowest],
  ];
  return (
    <>
      <PageHeading>Statistics</PageHeading>
      <p id="kind-label" className="mb-2 text-sm font-medium">Show figures for</p>
      <ToggleGroup type="single" aria-labelledby="kind-label" value={kind} onValueChange={(v) => v && setKind(v)}>
        <ToggleGroupItem value="all">All kinds</ToggleGroupItem>
        {kinds.map((k) => <ToggleGroupItem key={k} value={k}>{k}</ToggleGroupItem>)}
      </ToggleGroup>
      <div role="status">
        <h2 className="mt-6 mb-3 text-xl font-medium">{kind === 'all' ? 'All places' : `Kind: ${kind}`}</h2>
      </div>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {rows.map(([label, value]) => (
          <div key={label} className="rounded-lg bg-slate-900 p-4 ring-1 ring-slate-800">
            <dt className="text-sm text-slate-400">{label}</dt>
            <dd className="text-2xl font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <h2 className="mt-8 mb-3 text-xl font-medium">By kind</h2>
      <table className="w-full max-w-lg text-left">
        <caption className="sr-only">Number of places and average points for each kind</caption>
        <thead className="text-sm text-slate-400">
          <tr>
            <th scope="col" className="py-2">Kind</th>
            <th scope="col" className="py-2 text-right">Number</th>
            <th scope="col" className="py-2 text-right">Average points</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-slate-800">
          {kinds.filter((k) => kind === 'all' || k === kind).map((k) => {
            const g = figures(places.filter((p) => p.kind === k));
            return (
              <tr key={k}>
                <th scope="row" className="py-2 font-medium">{k}</th>
                <td className="py-2 text-right tabular-nums">{g.count}</td>
                <td className="py-2 text-right tabular-nums">{oneDigit(g.average)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
