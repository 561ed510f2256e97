// The sample guesthouses. `gap`: days from today until the house has its first free night.
export const HOUSES = [
  ['heron-mill', 'Heron Mill', 'Riverside', 84, 'Annelie Vos', 1, '#5b8a8c', 'Five rooms over an old mill race. Breakfast is served where the flour sacks used to stand.'],
  ['salt-cottage', 'Salt Cottage', 'Seaside', 96, 'Tomás Freire', 2, '#3f7fb5', 'Whitewashed walls, a bench facing west, and the ferry bell twice a day.'],
  ['upper-barn', 'The Upper Barn', 'Mountains', 72, 'Gerda Kofler', 1, '#7a8f57', 'Hay-scented attic rooms at 1,200 metres. Walking boots dry by the stove overnight.'],
  ['clock-lane', 'No. 9 Clock Lane', 'Old town', 110, 'Pietro Salvi', 4, '#a8674e', 'Three narrow floors behind the town clock, which the host can silence after ten.'],
  ['quince-garden', 'Quince Garden', 'Countryside', 65, 'Maud Perrin', 1, '#b79a3c', 'A farmhouse among fruit trees. The jam on the table grew outside the window.'],
  ['lantern-house', 'Lantern House', 'Seaside', 128, 'Eivind Sand', 6, '#2f5f8a', 'A former keeper’s home on the headland, with storm windows and a large library.'],
  ['tin-roof', 'Tin Roof Inn', 'Mountains', 58, 'Luka Zupan', 2, '#8b6f5a', 'Simple bunks and a good soup. Rain sounds best here.'],
  ['weavers-yard', 'Weavers’ Yard', 'Old town', 89, 'Saskia Brandt', 3, '#94577c', 'Six rooms round a cobbled yard; looms are still in use on the ground floor.'],
  ['reed-bank', 'Reed Bank', 'Riverside', 76, 'Jonas Timm', 1, '#6b9a74', 'Two rowing boats, one punt, and rooms with a view of both.'],
  ['orchard-lodge', 'Orchard Lodge', 'Countryside', 99, 'Fiona Reid', 5, '#a36a3a', 'Thick duvets, thin walls of apple crates in the hall, and a dog called Pip.'],
  ['pine-shelter', 'Pine Shelter', 'Forest', 54, 'Aino Lehto', 1, '#3f6b4f', 'A log house with a sauna by the lake. The road ends at the gate.'],
  ['owl-loft', 'Owl Loft', 'Forest', 81, 'Bastien Roy', 2, '#5c5a7d', 'Two rooms on stilts between beeches. Bring a torch and quiet shoes.'],
  ['harbour-steps', 'Harbour Steps', 'Seaside', 105, 'Nadia Koss', 3, '#33808a', 'Forty-two steps up from the quay, and worth each of them at sunset.'],
  ['bakers-rest', 'Baker’s Rest', 'Old town', 68, 'Henk de Wit', 1, '#c07f4a', 'Above the bakery: warm floors, early mornings, and rolls straight from the oven.']
].map(([id, title, setting, price, host, gap, colour, text]) => ({ id, title, setting, price, host, gap, colour, text }))

export const TIMES = ['17:00', '18:30', '20:00']
