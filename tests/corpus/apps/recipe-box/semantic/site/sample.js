'use strict';
// id, title, course, minutes, cook, shared on, about, given ratings [1..5 each], comments
const SAMPLE = [
  ['leek-potato-soup', 'Leek and Potato Soup', 'Starter', 35, 'Marta Lind', '2024-01-14', 'A thick winter soup that needs one pot only. Blend half of it and leave the rest in pieces.', [5, 4, 4], [['Jonas', 'I add nutmeg, lovely.']]],
  ['tomato-bruschetta', 'Tomato Bruschetta', 'Starter', 15, 'Piero Conti', '2024-02-03', 'Toasted bread, ripe tomatoes and good oil. Salt the tomatoes ten minutes ahead.', [4, 4], []],
  ['mushroom-risotto', 'Mushroom Risotto', 'Main', 45, 'Piero Conti', '2024-02-19', 'Stir often and add the stock by the ladle. Rest it for two minutes under a lid.', [5, 5, 3, 4], [['Aylin', 'Dried porcini make it even better.'], ['Sam', 'Took me an hour, worth it.']]],
  ['chickpea-curry', 'Chickpea Curry', 'Main', 30, 'Nisha Rao', '2024-03-02', 'A weeknight curry from the cupboard. Toast the spices before the onions go in.', [5, 4, 5], []],
  ['roast-chicken', 'Lemon Roast Chicken', 'Main', 90, 'Helen Brook', '2024-03-17', 'One chicken, two lemons and a lot of patience. The gravy makes itself.', [5, 5], [['Marta Lind', 'Sunday dinner sorted.']]],
  ['fish-tacos', 'Fish Tacos', 'Main', 25, 'Luis Ortega', '2024-04-05', 'Crisp white fish with cabbage and lime. Warm the tortillas in a dry pan.', [3, 4], []],
  ['spaetzle', 'Cheese Spaetzle', 'Main', 40, 'Jonas Weber', '2024-04-21', 'Soft egg noodles with mountain cheese and fried onions. Eat at once.', [4], []],
  ['cucumber-salad', 'Cucumber Salad', 'Side', 10, 'Jonas Weber', '2024-05-01', 'Paper-thin cucumber with dill and cream. Squeeze the water out first.', [4, 3, 3], []],
  ['garlic-green-beans', 'Garlic Green Beans', 'Side', 15, 'Mei Tan', '2024-05-12', 'Blistered in a hot wok and finished with soy. Keep the beans dry or they spit.', [5, 4], []],
  ['apple-crumble', 'Apple Crumble', 'Dessert', 50, 'Helen Brook', '2024-06-08', 'Sharp apples under a rough oat topping. Serve with cold custard.', [5, 5, 4, 4, 5], [['Luis', 'Pears work as well.']]],
  ['rice-pudding', 'Rice Pudding', 'Dessert', 60, 'Marta Lind', '2024-06-23', 'Slow and creamy with a cinnamon stick. Do not rinse the rice.', [3, 4], []],
  ['chocolate-mousse', 'Chocolate Mousse', 'Dessert', 20, 'Claire Petit', '2024-07-14', 'Four ingredients, then a night in the fridge. Use chocolate you like to eat.', [5], []],
  ['buttermilk-pancakes', 'Buttermilk Pancakes', 'Breakfast', 25, 'Sam Carter', '2024-08-04', 'Thick pancakes for slow mornings. A few lumps in the batter are fine.', [4, 5, 4], []],
  ['shakshuka', 'Shakshuka', 'Breakfast', 30, 'Aylin Demir', '2024-08-25', 'Eggs poached in peppers and tomato. Bring the pan to the table.', [5, 5, 5, 4], [['Nisha', 'With feta on top!']]],
].map(([id, title, course, minutes, cook, shared, about, given, comments]) => ({
  id, title, course, minutes, cook, shared, about, given, mine: 0,
  comments: comments.map(([name, text]) => ({ name, text })),
}));
