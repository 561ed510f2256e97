import { useRef, useState } from 'react';
import {
  Button, Description, Dialog, DialogBackdrop, DialogPanel, DialogTitle, Field, Input, Label,
  Listbox, ListboxButton, ListboxOption, ListboxOptions,
} from '@headlessui/react';
import { CheckIcon, ChevronUpDownIcon } from '@heroicons/react/24/outline';
import { euros, TIMES } from './events.js';
import { checkBooking, longDate, useStore } from './store.jsx';

export default function BookingDialog({ open, event, onClose, announce }) {
  const { state, dispatch } = useStore();
  const [form, setForm] = useState({ date: '', time: '', name: '' });
  const [errors, setErrors] = useState({});
  const refs = { date: useRef(null), time: useRef(null), name: useRef(null) };

  const set = (key, value) => {
    setForm((old) => ({ ...old, [key]: value }));
    setErrors({});
  };

  function submit(e) {
    e.preventDefault();
    const booking = { eventId: event.id, ...form, name: form.name.trim() };
    const problems = checkBooking(booking, state.bookings);
    setErrors(problems);
    const first = ['date', 'time', 'name'].find((key) => problems[key]);
    if (first) return refs[first].current.focus();
    dispatch({ type: 'book', booking });
    onClose();
    announce(`Booked: ${event.title} on ${longDate(booking.date)} at ${booking.time} for ${booking.name}.`);
  }

  return (
    <Dialog open={open} onClose={onClose} className="relative z-10">
      <DialogBackdrop className="fixed inset-0 bg-velvet-900/60" />
      <div className="fixed inset-0 overflow-y-auto">
        <div className="flex min-h-full items-end justify-center p-4 sm:items-center">
          <DialogPanel className="w-full max-w-md rounded-2xl bg-cream p-6 shadow-xl">
            <DialogTitle className="font-display text-2xl font-bold">Book {event.title}</DialogTitle>
            <Description className="mt-1 text-sm text-stone-700">
              {event.kind} at {event.stage}, {euros(event.price)} per ticket
            </Description>

            <form noValidate onSubmit={submit} className="mt-4 space-y-4">
              <Field>
                <Label className="label">Date</Label>
                <Input ref={refs.date} type="date" autoFocus required value={form.date} onChange={(e) => set('date', e.target.value)} invalid={!!errors.date} className="field" />
                {errors.date && <Description as="span" role="alert" className="error">{errors.date}</Description>}
              </Field>

              <Field>
                <Label className="label">Time</Label>
                <Listbox value={form.time} onChange={(time) => set('time', time)} invalid={!!errors.time}>
                  <ListboxButton ref={refs.time} className="field flex items-center justify-between text-left">
                    {form.time || 'Choose a time'}
                    <ChevronUpDownIcon aria-hidden="true" className="h-5 w-5 text-stone-600" />
                  </ListboxButton>
                  <ListboxOptions
                    anchor={{ to: 'bottom start', gap: 4 }}
                    className="z-20 w-[var(--button-width)] rounded-lg border border-stone-300 bg-white p-1 shadow-lg focus:outline-none"
                  >
                    {TIMES.map((time) => (
                      <ListboxOption key={time} value={time} className="group flex cursor-pointer items-center justify-between rounded px-3 py-2 data-[focus]:bg-velvet-100">
                        {time}
                        <CheckIcon aria-hidden="true" className="hidden h-4 w-4 group-data-[selected]:block" />
                      </ListboxOption>
                    ))}
                  </ListboxOptions>
                </Listbox>
                {errors.time && <Description as="span" role="alert" className="error">{errors.time}</Description>}
              </Field>

              <Field>
                <Label className="label">Your name</Label>
                <Input ref={refs.name} autoComplete="name" required value={form.name} onChange={(e) => set('name', e.target.value)} invalid={!!errors.name} className="field" />
                {errors.name && <Description as="span" role="alert" className="error">{errors.name}</Description>}
              </Field>

              <div className="flex justify-end gap-2 pt-2">
                <Button onClick={onClose} className="btn-line">Cancel</Button>
                <Button type="submit" className="btn-main">Confirm booking</Button>
              </div>
            </form>
          </DialogPanel>
        </div>
      </div>
    </Dialog>
  );
}
