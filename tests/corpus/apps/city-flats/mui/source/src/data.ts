export const SETTINGS = ['Seaside', 'Mountains', 'Countryside', 'Old town', 'Lakeside'] as const;
export type Setting = (typeof SETTINGS)[number];
export const TIMES = ['17:00', '18:30', '20:00'] as const;

export interface Guesthouse {
  id: string;
  title: string;
  setting: Setting;
  price: number;
  host: string;
  text: string;
}

export interface Booking {
  id: string;
  houseId: string;
  date: string; // YYYY-MM-DD
  time: string;
  name: string;
}

export const guesthouses: Guesthouse[] = [
  { id: 'gull-cottage', title: 'Gull Cottage', setting: 'Seaside', price: 84, host: 'Maeve Tierney', text: 'Four rooms above a slipway. Breakfast is whatever the boat brought in, plus soda bread.' },
  { id: 'the-salt-loft', title: 'The Salt Loft', setting: 'Seaside', price: 112, host: 'Bram de Wit', text: 'A converted salt store with a long table, a wood stove and a view of every sunset.' },
  { id: 'pension-larch', title: 'Pension Larch', setting: 'Mountains', price: 76, host: 'Resi Obermoser', text: 'Panelled rooms at 1,240 metres, with a drying room for boots and dumplings at seven.' },
  { id: 'hut-number-nine', title: 'Hut Number Nine', setting: 'Mountains', price: 58, host: 'Jonas Wyss', text: 'Simple bunks and a double room at the end of the cable car. No phone signal, good soup.' },
  { id: 'orchard-end', title: 'Orchard End', setting: 'Countryside', price: 69, host: 'Polly Hargreave', text: 'A farmhouse among apple trees, where guests may press their own juice in autumn.' },
  { id: 'casa-del-horno', title: 'Casa del Horno', setting: 'Old town', price: 95, host: 'Inés Robledo', text: 'Three rooms over a bakery in a lane too narrow for cars. Fresh rolls hang on the door.' },
  { id: 'the-clockmaker', title: "The Clockmaker's", setting: 'Old town', price: 128, host: 'Viktor Hájek', text: 'A tall thin house by the town hall with one room per floor and a great many clocks.' },
  { id: 'reed-house', title: 'Reed House', setting: 'Lakeside', price: 88, host: 'Aino Salmela', text: 'A jetty, a sauna and two rowing boats. Dinner is perch and new potatoes most evenings.' },
  { id: 'villa-nonna', title: 'Villa Nonna', setting: 'Lakeside', price: 145, host: 'Carla Benedetti', text: 'Faded frescoes, lemon trees in pots and a grandmother who decides what you will eat.' },
  { id: 'mill-and-meadow', title: 'Mill and Meadow', setting: 'Countryside', price: 73, host: 'Tom Ashdown', text: 'The water wheel still turns and lights the lamps. Two rooms in the mill, one in the barn.' },
  { id: 'pilot-house', title: 'The Pilot House', setting: 'Seaside', price: 99, host: 'Sólveig Jónsdóttir', text: 'The old harbour pilot’s lookout, with a telescope in the breakfast room.' },
  { id: 'shepherds-rest', title: "Shepherd's Rest", setting: 'Mountains', price: 64, host: 'Iwan Prys', text: 'A stone cottage on a drovers’ road. Packed lunches and dry socks on request.' },
  { id: 'la-petite-cour', title: 'La Petite Cour', setting: 'Old town', price: 107, host: 'Odile Marchand', text: 'Rooms around a courtyard with a fig tree. Half board means the market menu at eight.' },
  { id: 'heron-lodge', title: 'Heron Lodge', setting: 'Lakeside', price: 92, host: 'Piotr Zawada', text: 'Wooden lodge on stilts, quiet after nine. Herons at breakfast, bats at dinner.' },
];

/** local calendar day as YYYY-MM-DD, `days` from today */
export function dayFromToday(days = 0): string {
  const d = new Date();
  d.setDate(d.getDate() + days);
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${d.getFullYear()}-${pad(d.getMonth() + 1)}-${pad(d.getDate())}`;
}

export function prettyDay(iso: string): string {
  const [y, m, d] = iso.split('-').map(Number);
  return new Date(y, m - 1, d).toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
}

export const exampleBookings = (): Booking[] => [
  { id: 'b1', houseId: 'gull-cottage', date: dayFromToday(0), time: '18:30', name: 'Familie Kröger' },
  { id: 'b2', houseId: 'gull-cottage', date: dayFromToday(1), time: '17:00', name: 'D. Okafor' },
  { id: 'b3', houseId: 'villa-nonna', date: dayFromToday(0), time: '20:00', name: 'Hannah & Leo' },
];
