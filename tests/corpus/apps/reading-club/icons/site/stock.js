// What lies on the shelf the first time somebody comes by.
window.STOCK = [
  ["The Man Who Repairs Church Clocks", "Craft", 24, [["Ilse", "I heard our own clock differently the next morning."]]],
  ["Fourteen Days on a Coal Barge", "Travel", 38, [["Tom W.", "Please let him write about the Danube next."], ["Marguerite", "Read it in one sitting, with tea."]]],
  ["What the Peat Remembers", "Nature", 31, []],
  ["A Short History of Waiting Rooms", "Society", 19, [["Jonas", "The part about railway stations!"]]],
  ["My Grandmother's Seven Kitchens", "Memoir", 27, []],
  ["How Salt Came to the Mountains", "History", 22, []],
  ["The Last Typesetter of Leipzig", "Craft", 35, []],
  ["Learning to Whistle at Fifty", "Memoir", 12, [["P. Adeyemi", "Made me laugh on the tram."]]],
  ["Night Shift at the Lighthouse Museum", "Society", 17, []],
  ["Swifts Do Not Land", "Nature", 21, []],
  ["The Cartographer's Mistakes", "History", 44, []],
  ["Bread, and the Time It Takes", "Food", 15, []],
  ["A Piano Crosses the Alps", "Music", 29, []],
  ["Letters Nobody Collected", "Society", 33, []]
].map(function (row, i) {
  return {
    id: i + 1, title: row[0], section: row[1], minutes: row[2], loved: false,
    talk: row[3].map(function (c) { return { who: c[0], what: c[1] }; })
  };
});
