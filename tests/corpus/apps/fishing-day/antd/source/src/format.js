import dayjs from 'dayjs';

const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });

export const formatPrice = (price) => euros.format(price);
export const formatDate = (date) => (date ? dayjs(date).format('dddd, D MMMM YYYY') : 'To be announced');
export const formatShortDate = (date) => (date ? dayjs(date).format('D MMM YYYY') : 'To be announced');
export const countEvents = (n) => `${n} ${n === 1 ? 'event' : 'events'}`;
