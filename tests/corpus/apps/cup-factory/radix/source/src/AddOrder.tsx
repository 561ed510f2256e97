import { useState, type FormEvent } from 'react';
import { Dialog, Label } from 'radix-ui';
import { Plus, X } from 'lucide-react';
import { Order, checkOrder, regions } from './orders';
import { FieldError, Picker } from './Picker';

const empty = { title: '', region: regions[0], total: '' };

export function AddOrder({ orders, onAdd }: { orders: Order[]; onAdd(o: Order): void }) {
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(empty);
  const [errors, setErrors] = useState<{ title?: string; total?: string }>({});

  function toggle(next: boolean) {
    setOpen(next);
    setDraft(empty);
    setErrors({});
  }
  function submit(e: FormEvent) {
    e.preventDefault();
    const check = checkOrder(draft.title, draft.total, orders);
    setErrors(check.errors);
    if (!check.ok) return;
    onAdd({ title: check.title, region: draft.region, total: check.total });
    toggle(false);
  }

  return (
    <Dialog.Root open={open} onOpenChange={toggle}>
      <Dialog.Trigger className="btn btn-main"><Plus className="size-4" /> Add order</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 bg-ink/40" />
        <Dialog.Content aria-describedby={undefined} className="fixed top-1/2 left-1/2 w-[min(26rem,92vw)] -translate-x-1/2 -translate-y-1/2 rounded-3xl bg-paper p-6 shadow-xl">
          <div className="mb-4 flex items-center justify-between">
            <Dialog.Title className="text-xl font-bold">New order</Dialog.Title>
            <Dialog.Close aria-label="Close" className="rounded-full p-2 hover:bg-blush"><X className="size-5" /></Dialog.Close>
          </div>
          <form onSubmit={submit} noValidate className="space-y-4">
            <div>
              <Label.Root htmlFor="title" className="mb-1 block font-medium">Title</Label.Root>
              <input id="title" className="field" value={draft.title} aria-describedby="title-error" onChange={(e) => setDraft({ ...draft, title: e.target.value })} />
              <FieldError id="title-error">{errors.title}</FieldError>
            </div>
            <div>
              <Label.Root htmlFor="region" className="mb-1 block font-medium">Region</Label.Root>
              <Picker id="region" value={draft.region} options={regions} onChange={(region) => setDraft({ ...draft, region })} />
            </div>
            <div>
              <Label.Root htmlFor="total" className="mb-1 block font-medium">Order total (€)</Label.Root>
              <input id="total" className="field" inputMode="decimal" value={draft.total} aria-describedby="total-error" onChange={(e) => setDraft({ ...draft, total: e.target.value })} />
              <FieldError id="total-error">{errors.total}</FieldError>
            </div>
            <button className="btn btn-main">Save order</button>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
