import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Toast } from 'radix-ui';
import { Order, sampleOrders } from './orders';
import { OrdersPage } from './OrdersPage';
import { StatisticsPage } from './StatisticsPage';
import { RequestPage, emptyRequest } from './RequestPage';
import './style.css';

const KEY = 'tallyboard-orders';
const links = [['#orders', 'Orders'], ['#statistics', 'Statistics'], ['#request', 'Request']];

function load(): Order[] {
  try {
    return JSON.parse(localStorage.getItem(KEY)!) ?? sampleOrders;
  } catch {
    return sampleOrders;
  }
}

function Tallyboard() {
  const [hash, setHash] = useState(location.hash || '#orders');
  const [orders, setOrders] = useState(load);
  const [draft, setDraft] = useState(emptyRequest);
  const [toast, setToast] = useState({ open: false, text: '' });

  useEffect(() => localStorage.setItem(KEY, JSON.stringify(orders)), [orders]);
  useEffect(() => {
    const change = () => { setHash(location.hash || '#orders'); scrollTo(0, 0); };
    addEventListener('hashchange', change);
    return () => removeEventListener('hashchange', change);
  }, []);

  return (
    <Toast.Provider duration={5000}>
      <header className="bg-ink text-paper">
        <div className="mx-auto flex max-w-5xl flex-wrap items-center justify-between gap-x-8 gap-y-2 px-5 py-4">
          <a href="#orders" className="text-xl font-black tracking-tight">Tally<span className="text-fuchsia-300">board</span></a>
          <nav className="flex gap-5">
            {links.map(([to, label]) => (
              <a key={to} href={to} aria-current={hash === to ? 'page' : undefined} className={hash === to ? 'underline decoration-2 underline-offset-8' : 'opacity-80 hover:opacity-100'}>{label}</a>
            ))}
          </nav>
        </div>
      </header>
      <main className="mx-auto max-w-5xl px-5 py-8">
        {hash === '#statistics' ? <StatisticsPage orders={orders} />
          : hash === '#request' ? <RequestPage draft={draft} change={setDraft} />
          : <OrdersPage orders={orders} add={(more) => setOrders((o) => [...more, ...o])} notify={(text) => setToast({ open: true, text })} />}
      </main>
      <Toast.Root open={toast.open} onOpenChange={(open) => setToast({ ...toast, open })} className="rounded-2xl bg-ink px-5 py-3 text-paper shadow-lg">
        <Toast.Title>{toast.text}</Toast.Title>
      </Toast.Root>
      <Toast.Viewport className="fixed right-4 bottom-4 z-50 w-[min(22rem,90vw)] outline-none" />
    </Toast.Provider>
  );
}

createRoot(document.getElementById('root')!).render(<Tallyboard />);
