import { useState } from 'react';
import { Search } from 'lucide-react';
import { places } from './places';
import { PageHeading } from './PageHeading';

export function PlacesPage() {
  const [query, setQuery] = useState('');
  const q = query.trim().toLocaleLowerCase();
  const shown = places.filter((p) => `${p.title} ${p.kind}`.toLocaleLowerCase().includes(q));

  return (
    <>
      <PageHeading>Places to discover</PageHeading>
      <p className="mb-4 text-slate-300">{places.length} places are waiting, each worth its points.</p>
      <div role="search" className="mb-4">
        <label htmlFor="search" className="mb-1 block text-sm font-medium">
          Search places
        </label>
        <div className="relative max-w-sm">
          <Search aria-hidden className="pointer-events-none absolute top-2.5 left-3 size-5 text-slate-400" />
          <input
            id="search"
            type="search"
            value={query}
            onChange={(e) => setQuery(e.target.value)}
            autoComplete="off"
            className="w-full rounded-md border border-slate-600 bg-slate-900 py-2 pr-3 pl-10"
          />
        </div>
      </div>
      <p role="status" className="mb-3 min-h-6 text-sm text-slate-400">
        {q && (shown.length ? `${shown.length} found` : `No place fits “${query.trim()}”.`)}
      </p>
      {shown.length > 0 && (
        <table className="w-full overflow-hidden rounded-lg text-left ring-1 ring-slate-800">
          <caption className="sr-only">Places with their kind and points</caption>
          <thead className="bg-slate-900 text-sm text-slate-300">
            <tr>
              <th scope="col" className="px-4 py-2">Place</th>
              <th scope="col" className="px-4 py-2">Kind</th>
              <th scope="col" className="px-4 py-2 text-right">Points</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-slate-800">
            {shown.map((p) => (
              <tr key={p.title}>
                <th scope="row" className="px-4 py-3 font-medium">{p.title}</th>
                <td className="px-4 py-3 text-slate-300">{p.kind}</td>
                <td className="px-4 py-3 text-right tabular-nums">{p.points}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
