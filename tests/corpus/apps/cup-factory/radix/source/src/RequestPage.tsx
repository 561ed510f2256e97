import { useState, type FormEvent } from 'react';
import { FieldError } from './Picker';

export const emptyRequest = { step: 0, what: '', quantity: '', name: '', email: '' };
export type RequestDraft = typeof emptyRequest;
const steps = ['The order', 'Your contact', 'Summary'];

interface Props {
  draft: RequestDraft;
  change(d: RequestDraft): void;
}

function Text({ label, id, error, value, onChange, ...rest }: { label: string; id: string; error?: string; value: string; onChange(v: string): void } & Record<string, unknown>) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">{label}</label>
      <input id={id} className="field" value={value} aria-invalid={!!error} aria-describedby={`${id}-error`} onChange={(e) => onChange(e.target.value)} {...rest} />
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

export function RequestPage({ draft, change }: Props) {
  const [errors, setErrors] = useState<Partial<Record<keyof RequestDraft, string>>>({});
  const set = (key: keyof RequestDraft) => (value: string) => change({ ...draft, [key]: value });

  function next(e: FormEvent) {
    e.preventDefault();
    const found: typeof errors = {};
    if (draft.step === 0) {
      if (!draft.what.trim()) found.what = 'Please tell us what you would like to order.';
      if (!/^[1-9]\d*$/.test(draft.quantity.trim())) found.quantity = 'Please enter a whole number from 1.';
    }
    if (draft.step === 1) {
      if (!draft.name.trim()) found.name = 'Please enter your name.';
      if (!/^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(draft.email.trim())) found.email = 'Please enter a valid e-mail address.';
    }
    setErrors(found);
    if (Object.keys(found).length === 0) change({ ...draft, step: draft.step + 1 });
  }
  function back() {
    setErrors({});
    change({ ...draft, step: draft.step - 1 });
  }

  if (draft.step === 3)
    return (
      <div className="mx-auto max-w-lg rounded-3xl bg-white p-8 text-center ring-1 ring-stone-200" role="status">
        <h1 className="text-3xl font-black">Thank you, {draft.name.trim()}!</h1>
        <p className="my-4 text-stone-600">Your request has been received. We will write to {draft.email.trim()} within a day.</p>
        <button className="btn btn-soft" onClick={() => change(emptyRequest)}>New request</button>
      </div>
    );

  return (
    <div className="mx-auto max-w-lg">
      <h1 className="mb-4 text-4xl font-black tracking-tight">Request an order</h1>
      <ol className="mb-6 flex gap-2 text-sm">
        {steps.map((s, i) => (
          <li key={s} aria-current={i === draft.step ? 'step' : undefined} className={`grow border-t-4 pt-2 ${i <= draft.step ? 'border-plum font-semibold' : 'border-stone-300 text-stone-500'}`}>{i + 1}. {s}</li>
        ))}
      </ol>
      <form onSubmit={next} noValidate className="space-y-4 rounded-3xl bg-white p-6 ring-1 ring-stone-200">
        {draft.step === 0 && (
          <>
            <Text id="what" label="What would you like to order?" value={draft.what} onChange={set('what')} error={errors.what} placeholder="e.g. printed coffee cups, 250 ml" />
            <Text id="quantity" label="Quantity" value={draft.quantity} onChange={set('quantity')} error={errors.quantity} inputMode="numeric" />
          </>
        )}
        {draft.step === 1 && (
          <>
            <Text id="name" label="Your name" value={draft.name} onChange={set('name')} error={errors.name} autoComplete="name" />
            <Text id="email" label="Your e-mail" value={draft.email} onChange={set('email')} error={errors.email} type="email" autoComplete="email" />
          </>
        )}
        {draft.step === 2 && (
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 wrap-anywhere">
            <dt className="text-stone-500">Order</dt><dd>{draft.what}</dd>
            <dt className="text-stone-500">Quantity</dt><dd>{draft.quantity}</dd>
            <dt className="text-stone-500">Name</dt><dd>{draft.name}</dd>
            <dt className="text-stone-500">E-mail</dt><dd>{draft.email}</dd>
          </dl>
        )}
        <div className="flex justify-between pt-2">
          {draft.step > 0 ? <button type="button" className="btn btn-soft" onClick={back}>Back</button> : <span />}
          <button className="btn btn-main">{draft.step === 2 ? 'Send request' : 'Next'}</button>
        </div>
      </form>
    </div>
  );
}
