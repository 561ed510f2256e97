import { useState, type ChangeEvent } from 'react';
import { FileUp } from 'lucide-react';
import { Order, euro } from './orders';
import { ImportResult, importCsv } from './csv';
import { AddOrder } from './AddOrder';

interface Props {
  orders: Order[];
  add(orders: Order[]): void;
  notify(text: string): void;
}

export function OrdersPage({ orders, add, notify }: Props) {
  const [result, setResult] = useState<ImportResult | null>(null);

  async function upload(e: ChangeEvent<HTMLInputElement>) {
    const input = e.target;
    const file = input.files?.[0];
    if (!file) return;
    const r = importCsv(await file.text(), orders);
    if (r.added.length) add(r.added);
    setResult(r);
    input.value = ''; // so that the same file can be chosen again
  }

  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-4xl font-black tracking-tight">Orders</h1>
          <p className="mt-1 text-stone-600"><strong className="text-plum">{orders.length}</strong> orders on the board</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <AddOrder orders={orders} onAdd={(o) => { add([o]); notify(`Order “${o.title}” was added.`); }} />
          <label className="btn btn-soft focus-within:outline-2 focus-within:outline-plum">
            <FileUp className="size-4" /> Upload CSV
            <input type="file" accept=".csv,text/csv" className="sr-only" onChange={upload} />
          </label>
        </div>
      </div>

      {result && (
        <section role="status" className="mb-6 rounded-2xl border border-stone-300 bg-white p-4">
          {result.refused ? <p className="text-red-700">{result.refused}</p> : (
            <>
              <p className="font-semibold">{result.added.length} {result.added.length === 1 ? 'order' : 'orders'} imported.</p>
              {result.bad.length > 0 && (
                <ul className="mt-2 list-disc pl-5 text-red-700">
                  {result.bad.map((b) => <li key={b.line}>Line {b.line}: {b.why}</li>)}
                </ul>
              )}
            </>
          )}
          <button className="mt-2 text-sm underline" onClick={() => setResult(null)}>Dismiss</button>
        </section>
      )}

      <ul className="overflow-hidden rounded-3xl bg-white shadow-sm ring-1 ring-stone-200">
        {orders.map((o) => (
          <li key={o.title} className="flex items-center gap-4 border-b border-stone-100 px-5 py-3 last:border-0">
            <div className="min-w-0 grow">
              <h2 className="font-semibold wrap-anywhere">{o.title}</h2>
              <p className="text-sm text-stone-500">{o.region}</p>
            </div>
            <p className="text-lg font-bold whitespace-nowrap tabular-nums">{euro(o.total)}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
