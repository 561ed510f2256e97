const euro = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });
export const money = (cents) => euro.format(cents / 100);
