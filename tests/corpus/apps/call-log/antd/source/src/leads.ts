export const industries = ['Architecture', 'Fashion', 'Food & drink', 'Health', 'Publishing', 'Technology'] as const;

export interface Lead {
  id: string;
  name: string;
  email: string;
  industry: string;
  value: number;
}
export type LeadInput = Omit<Lead, 'id'>;

const rows: [string, string, string, number][] = [
  ['Arkwright & Daughters', 'studio@arkwright.example', 'Architecture', 18500],
  ['Bao Corner', 'hi@baocorner.example', 'Food & drink', 3200],
  ['Cobalt Clinics', 'press@cobaltclinics.example', 'Health', 27000],
  ['Dune Swimwear', 'lena@dune.example', 'Fashion', 9400],
  ['Ember Coffee Roasters', 'orders@ember.example', 'Food & drink', 5600],
  ['Fable House Books', 'art@fablehouse.example', 'Publishing', 12300],
  ['Glasshaus', 'mail@glasshaus.example', 'Architecture', 31000],
  ['Helix Sleep Lab', 'team@helix.example', 'Health', 14750],
  ['Ivy Row Magazine', '', 'Publishing', 4100],
  ['Juno Payments', 'brand@juno.example', 'Technology', 46000],
  ['Kestrel Maps', 'hello@kestrel.example', 'Technology', 22400],
  ['Loom & Ladder', 'loom@ladder.example', 'Fashion', 7800],
  ['Marigold Bakery', '', 'Food & drink', 1900],
  ['Northlight Optics', 'marketing@northlight.example', 'Health', 16200],
  ['Orbit Charging', 'sales@orbit.example', 'Technology', 38900],
];

export const sampleLeads: Lead[] = rows.map(([name, email, industry, value], i) => ({ id: `s${i}`, name, email, industry, value }));

/** whole dollars without cents, otherwise both digits */
export const dollars = (n: number) =>
  n.toLocaleString('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: Number.isInteger(n) ? 0 : 2 });

/** "12,500.50" or "$900" as a number; undefined for anything that is not an amount */
export function toAmount(text: string): number | undefined {
  const t = text.trim().replace(/^\$\s*/, '');
  if (!/^-?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(t)) return undefined;
  return Number(t.replace(/,/g, ''));
}
