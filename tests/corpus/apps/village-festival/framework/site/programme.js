// The bill as the town office sends it. Prices in euro.
window.PROGRAMME = [
  { id: 'brass',   title: 'Millbrook Brass in the Yard',  kind: 'Concert',   price: 14,   where: 'Brewery Yard',     hue: 38 },
  { id: 'wolf',    title: 'The Wolf Who Was Afraid',      kind: 'Puppets',   price: 6.5,  where: 'Library Attic',    hue: 150 },
  { id: 'antigone',title: 'Antigone, Again',              kind: 'Theatre',   price: 22,   where: 'Old Grain Hall',   hue: 350 },
  { id: 'slam',    title: 'Poets Against the Clock',      kind: 'Slam',      price: 8,    where: 'Café Kettle',      hue: 275 },
  { id: 'silent',  title: 'Silent Film with Live Organ',  kind: 'Film',      price: 11.5, where: 'St. Anne’s',       hue: 205 },
  { id: 'tango',   title: 'Tango for Two Left Feet',      kind: 'Dance',     price: 18,   where: 'Market Square',    hue: 12 },
  { id: 'juggle',  title: 'Everything Falls Down',        kind: 'Circus',    price: 16,   where: 'Tent by the Weir', hue: 52 },
  { id: 'choir',   title: 'Fire Brigade Choir',           kind: 'Concert',   price: 5,    where: 'Fire Station',     hue: 2 },
  { id: 'magic',   title: 'Doctor Umber’s Small Miracles',kind: 'Magic',     price: 9,    where: 'Library Attic',    hue: 235 }
];
