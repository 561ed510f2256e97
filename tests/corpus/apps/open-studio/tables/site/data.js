/* Sample catalogue. Prices are kept in cents. */
const MEDIA = ['Oil', 'Acrylic', 'Watercolour', 'Linocut', 'Etching', 'Photography', 'Charcoal', 'Mixed media'];
const SAMPLE = {
  nextId: 17,
  artworks: [
    [1, 'Low Tide at Halden Pier', 'Marit Sundby', 'Oil', 8500, 2021],
    [2, 'The Net Menders', 'Marit Sundby', 'Oil', 9500, 2019],
    [3, 'Grandmother’s Quinces', 'Paolo Ferrante', 'Oil', 12000, 2022],
    [4, 'Allotment in March', 'Judith Okafor', 'Watercolour', 3800, 2023],
    [5, 'Six Small Clouds', 'Judith Okafor', 'Watercolour', 2900, 2023],
    [6, 'Rain over the Brickworks', 'Tom Lindqvist', 'Watercolour', 4500, 2020],
    [7, 'Heron, Waiting', 'Bea Achterberg', 'Linocut', 3200, 2022],
    [8, 'Heron, Gone', 'Bea Achterberg', 'Linocut', 3200, 2022],
    [9, 'Night Bus 14', 'Samir Haddad', 'Photography', 5500, 2018],
    [10, 'Laundrette, 6 a.m.', 'Samir Haddad', 'Photography', 5500, 2019],
    [11, 'Frost on the Signal Box', 'Ines Kovač', 'Photography', 4800, 2021],
    [12, 'Study of My Father Asleep', 'Paolo Ferrante', 'Charcoal', 2650, 2017],
    [13, 'Old Chapel Stairs', 'Greta Wohl', 'Etching', 6000, 2020],
    [14, 'The Orchard Wall', 'Greta Wohl', 'Etching', 6450, 2021],
    [15, 'Traffic Island with Poppies', 'Dylan Reeve', 'Acrylic', 7200, 2023],
    [16, 'Ticket Stubs, 1998–2004', 'Dylan Reeve', 'Mixed media', 4000, 2024],
  ].map(([id, title, artist, medium, cents, year]) => ({ id, title, artist, medium, cents, year })),
  comments: [
    { artworkId: 1, name: 'Hanne', text: 'I walk past this pier every morning. You caught the smell of it.', at: '2024-03-02' },
    { artworkId: 1, name: 'R. Pelham', text: 'Is the A3 print on cotton paper?', at: '2024-03-09' },
    { artworkId: 4, name: 'Luc', text: 'The mud is exactly right.', at: '2024-04-11' },
    { artworkId: 7, name: 'Wilma T.', text: 'Bought this one with its sister, they hang side by side now.', at: '2024-05-20' },
    { artworkId: 9, name: 'Noor', text: 'The driver’s face makes it.', at: '2024-06-01' },
    { artworkId: 13, name: 'Hanne', text: 'Such fine lines!', at: '2024-06-15' },
  ],
};
