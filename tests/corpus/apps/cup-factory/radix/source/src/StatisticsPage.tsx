import { useState } from 'react';
import { Label, Tabs } from 'radix-ui';
import { Order, byRegion, euro, figures, regions, NO_REGION } from './orders';
import { Picker } from './Picker';

const ALL = 'All regions';

function Bars({ rows, show }: { rows: { region: string; value: number }[]; show(n: number): string }) {
  const top = Math.max(...rows.map((r) => r.value), 1);
  return (
    <ul className="mt-4 space-y-3">
      {rows.map((r) => (
        <li key={r.region}>
          <div className="flex justify-between text-sm">
            <span>{r.region}</span>
            <strong className="tabular-nums">{show(r.value)}</strong>
          </div>
          <div className="mt-1 h-5 rounded-full bg-blush/60">
            <div className="h-full rounded-full bg-gradient-to-r from-plum to-fuchsia-400 transition-all" style={{ width: `${(r.value / top) * 100}%` }} />
          </div>
        </li>
      ))}
    </ul>
  );
}

export function StatisticsPage({ orders }: { orders: Order[] }) {
  const [region, setRegion] = useState(ALL);
  const chosen = region === ALL ? orders : orders.filter((o) => o.region === region);
  const f = figures(chosen);
  const rows = byRegion(orders);
  const options = [ALL, ...regions, ...(orders.some((o) => o.region === NO_REGION) ? [NO_REGION] : [])];
  const tiles = [
    ['Number of orders', String(f.number)],
    ['Total', euro(f.total)],
    ['Average order total', f.number ? euro(f.average) : '–'],
    ['Highest order total', f.number ? euro(f.highest) : '–'],
    ['Lowest order total', f.number ? euro(f.lowest) : '–'],
  ];
  const tab = 'rounded-full px-4 py-1.5 text-sm font-semibold data-[state=active]:bg-white data-[state=active]:shadow';

  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-4xl font-black tracking-tight">Statistics</h1>
        <div className="w-52">
          <Label.Root htmlFor="pick-region" className="mb-1 block text-sm font-medium">Figures for region</Label.Root>
          <Picker id="pick-region" value={region} options={options} onChange={setRegion} />
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-5">
        {tiles.map(([name, value]) => (
          <div key={name} className="rounded-2xl bg-white p-4 ring-1 ring-stone-200 first:col-span-2 md:first:col-span-1">
            <dt className="text-sm text-stone-500">{name}</dt>
            <dd className="mt-1 text-xl font-bold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-8 grid gap-6 md:grid-cols-2">
        <section className="rounded-3xl bg-white p-5 ring-1 ring-stone-200">
          <h2 className="mb-3 text-lg font-bold">By region</h2>
          <table className="w-full text-left">
            <thead className="text-sm text-stone-500">
              <tr><th className="py-1">Region</th><th className="py-1 text-right">Number</th><th className="py-1 text-right">Average</th></tr>
            </thead>
            <tbody className="divide-y divide-stone-100">
              {rows.map((r) => (
                <tr key={r.region} className={r.region === region ? 'bg-blush/50' : ''}>
                  <th className="py-2 font-medium">{r.region}</th>
                  <td className="py-2 text-right tabular-nums">{r.number}</td>
                  <td className="py-2 text-right tabular-nums">{euro(r.average)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <section className="rounded-3xl bg-white p-5 ring-1 ring-stone-200">
          <h2 className="mb-3 text-lg font-bold">Chart</h2>
          <Tabs.Root defaultValue="number">
            <Tabs.List aria-label="Value shown in the chart" className="inline-flex rounded-full bg-blush p-1">
              <Tabs.Trigger value="number" className={tab}>Number</Tabs.Trigger>
              <Tabs.Trigger value="average" className={tab}>Average total</Tabs.Trigger>
            </Tabs.List>
            <Tabs.Content value="number"><Bars rows={rows.map((r) => ({ region: r.region, value: r.number }))} show={String} /></Tabs.Content>
            <Tabs.Content value="average"><Bars rows={rows.map((r) => ({ region: r.region, value: r.average }))} show={euro} /></Tabs.Content>
          </Tabs.Root>
        </section>
      </div>
    </>
  );
}
