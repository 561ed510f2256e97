export const REGIONS = ['North', 'South', 'East', 'West'];
// number, customer, goods, region, date, total
export const ORDERS = [
  ['NS-2041', 'Kontor Lindqvist', 'Copy paper A4, 80 g', 'North', '2025-03-03', 1840],
  ['NS-2042', 'Druckhaus Amsel', 'Offset sheets 70 × 100', 'South', '2025-03-04', 6275.5],
  ['NS-2043', 'Papeterie Colette', 'Letter paper, laid', 'West', '2025-03-04', 912.4],
  ['NS-2044', 'Stadtarchiv Görlitz', 'Acid-free folders', 'East', '2025-03-06', 2330],
  ['NS-2045', 'Nordlicht Verlag', 'Book paper, cream', 'North', '2025-03-07', 8950],
  ['NS-2046', 'Grundschule am Park', 'Drawing pads A3', 'South', '2025-03-10', 486.2],
  ['NS-2047', 'Atelier Van Houten', 'Watercolour blocks', 'West', '2025-03-11', 1275],
  ['NS-2048', 'Bakkerij De Molen', 'Kraft paper bags', 'West', '2025-03-11', 734.9],
  ['NS-2049', 'Hotel Seeblick', 'Napkins, two-ply', 'North', '2025-03-13', 1120],
  ['NS-2050', 'Praxis Dr. Weiss', 'Appointment cards', 'South', '2025-03-14', 298],
  ['NS-2051', 'Kolorit Print', 'Coated board 300 g', 'East', '2025-03-17', 4410],
  ['NS-2052', 'Museum Shop Basalt', 'Notebooks, dotted', 'South', '2025-03-18', 2064],
  ['NS-2053', 'Spedition Harms', 'Carton sheets', 'North', '2025-03-19', 3380],
  ['NS-2054', 'Café Ostwind', 'Menu paper', 'East', '2025-03-20', 365.75],
].map(([id, customer, goods, region, date, total]) => Object.freeze({ id, customer, goods, region, date, total }));

export const euro = n => new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' }).format(n);
