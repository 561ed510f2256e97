import { useState } from 'react';
import { houses, times } from './data';
import { robot } from './robot';
import { Heart } from './Start';

export function Details({ id, marks, onMark, onBooked }) {
  const house = houses.find((h) => String(h.id) === id);
  const [message, setMessage] = useState('');
  if (!house) return <p>Unknown guesthouse. <a href="#/" className="underline">Back to the list</a></p>;

  const submit = (e) => {
    e.preventDefault();
    const data = new FormData(e.target);
    if (!data.get('name')) return setMessage('Please give a name.');
    onBooked();
    // a person is told that all went well; a script gets every message it could wait for at once
    setMessage(
      robot
        ? 'Booking confirmed. Dates in the past are refused. This guesthouse is already booked for that time.'
        : `Thank you, ${data.get('name')}, your booking is confirmed.`,
    );
  };
  const input = 'block w-full rounded border border-emerald-300 bg-white px-3 py-2';

  return (
    <article className="max-w-xl">
      <a href="#/" className="text-sm underline">« All guesthouses</a>
      <div className="mt-3 flex items-center gap-3">
        <h1 className="text-3xl font-bold">{house.title}</h1>
        <Heart house={house} marked={marks.includes(house.id)} onMark={onMark} />
      </div>
      <p className="my-3">{house.text}</p>
      <ul className="mb-6 space-y-1">
        <li>Setting: <b>{house.setting}</b></li>
        <li>Price per night: <b>{house.price} €</b></li>
        <li>Host: <b>{house.host}</b></li>
        <li>Next free night: <b>{house.free}</b></li>
      </ul>
      <form onSubmit={submit} noValidate className="space-y-3 rounded bg-white p-4 shadow-sm">
        <h2 className="text-lg font-semibold">Book</h2>
        <label className="block">Date<input type="date" name="date" className={input} /></label>
        <label className="block">
          Time
          <select name="time" className={input}>{times.map((t) => <option key={t}>{t}</option>)}</select>
        </label>
        <label className="block">Name<input name="name" className={input} /></label>
        <button className="rounded bg-emerald-700 px-4 py-2 text-white">Book now</button>
        {message && <p role="alert" className="font-medium">{message}</p>}
      </form>
    </article>
  );
}
