import { useEffect, useState } from 'react';
import { findEvent, isoDay } from './data.js';

const STORAGE_KEY = 'curtain-call-tickets';

function stored() {
  const blank = { bookings: [], myRatings: {}, comments: [] };
  try {
    return { ...blank, ...JSON.parse(localStorage.getItem(STORAGE_KEY)) };
  } catch {
    return blank;
  }
}

/** Everything visitors leave behind, kept in this browser. */
export default function useTickets() {
  const [data, setData] = useState(stored);

  useEffect(() => {
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(data));
    } catch {
      /* no storage: keep it for this visit only */
    }
  }, [data]);

  return {
    bookings: data.bookings,

    /** Books the slot and returns null, or returns what is wrong with it. */
    book({ eventId, date, time, name }) {
      const person = name.trim();
      if (!date) return { field: 'date', text: 'Pick a date first.' };
      if (date < isoDay(new Date())) return { field: 'date', text: 'That day is over. Bookings are possible from today on.' };
      if (!time) return { field: 'time', text: 'Choose one of the times.' };
      if (data.bookings.some((b) => b.eventId === eventId && b.date === date && b.time === time)) {
        return { field: 'time', text: `Sorry, ${time} on that day is already taken. Try another time or day.` };
      }
      if (!person) return { field: 'name', text: 'Tell us your name, please.' };
      setData((d) => ({ ...d, bookings: [...d.bookings, { eventId, date, time, name: person }] }));
      return null;
    },

    ratingOf(eventId) {
      const mine = data.myRatings[eventId] ?? 0;
      const votes = mine ? [...findEvent(eventId).ratings, mine] : findEvent(eventId).ratings;
      const average = votes.length ? votes.reduce((a, b) => a + b, 0) / votes.length : 0;
      return { mine, votes: votes.length, average };
    },

    rate(eventId, stars) {
      setData((d) => ({ ...d, myRatings: { ...d.myRatings, [eventId]: stars } }));
    },

    commentsOn(eventId) {
      return data.comments.filter((c) => c.eventId === eventId);
    },

    addComment(eventId, name, text) {
      setData((d) => ({ ...d, comments: [...d.comments, { eventId, name: name.trim(), text: text.trim(), at: Date.now() }] }));
    },
  };
}
