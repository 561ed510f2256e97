'use strict';
// [slug, title, cuisine, set menu in euros, chef, days until the next free evening, address, text]
const RESTAURANTS = [
  ['olive-press', 'The Olive Press', 'Greek', 32, 'Eleni Markou', 1, 'Mill Lane 4', 'Slow lamb, lemon potatoes and oil from the family grove. The terrace is heated until November.'],
  ['casa-lucia', 'Casa Lucia', 'Italian', 38, 'Lucia Ferrante', 2, 'Market Square 11', 'Pasta is rolled at the window every afternoon. Ask for the corner table under the lemon tree.'],
  ['kaze', 'Kaze', 'Japanese', 64, 'Daichi Mori', 5, 'Harbour Street 27', 'Ten seats at the counter and one menu that follows the fish market.'],
  ['le-petit-four', 'Le Petit Four', 'French', 55, 'Mathilde Garnier', 3, 'Church Row 2', 'Bistro classics with a long cheese trolley. The soufflé has to be ordered with the starters.'],
  ['saffron-house', 'Saffron House', 'Indian', 29, 'Anil Deshpande', 1, 'Station Road 88', 'Thalis from Pune and breads from the clay oven. Most of the menu is vegetarian.'],
  ['trattoria-nove', 'Trattoria Nove', 'Italian', 27, 'Piero Sanna', 1, 'Bridge Street 9', 'Sardinian cooking for big tables. Children draw on the paper cloths.'],
  ['brasserie-nord', 'Brasserie Nord', 'French', 44, 'Hugo Lenoir', 4, 'North Gate 1', 'Mussels, oysters and a grand zinc bar. Live piano on Fridays.'],
  ['mezze-garden', 'Mezze Garden', 'Greek', 25, 'Nikos Vlachos', 2, 'Garden Walk 15', 'Twenty small plates to share in a walled garden.'],
  ['sakura-lane', 'Sakura Lane', 'Japanese', 41, 'Emi Tanabe', 2, 'Cherry Lane 6', 'Charcoal skewers and cold noodles, with sake poured to the brim.'],
  ['blue-tiffin', 'Blue Tiffin', 'Indian', 22, 'Farah Contractor', 1, 'Canal Side 40', 'A Parsi canteen with berry pulao and raspberry soda. Quick, loud and cheerful.'],
  ['oak-and-ember', 'Oak & Ember', 'Steakhouse', 58, 'Rory Quinn', 6, 'Forge Yard 3', 'Dry-aged beef over oak fire. There is always one excellent dish without meat.'],
  ['salt-cellar', 'The Salt Cellar', 'Seafood', 49, 'Ines Carvalho', 3, 'Old Quay 12', 'Whatever the day boats bring in, baked in salt. The cellar vault is from 1640.'],
].map(([id, title, cuisine, menu, chef, days, address, text]) => ({ id, title, cuisine, menu, chef, days, address, text }));
