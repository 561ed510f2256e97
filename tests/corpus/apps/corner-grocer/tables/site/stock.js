// sku, name, pack, maker, place, miles, price in pence, votes, sum of stars, what to know
var STOCK = [
  ["EGG12", "Free-range eggs, mixed colours", "box of 12", "Pound Lane Hens", "Bosbury", 4, 395, 61, 292, "Laid by Burford Browns and Cotswold Legbars. Best within three weeks."],
  ["CARB1", "Bunched carrots with tops", "bunch, about 600 g", "Withy Brook Growers", "Colwall", 5, 165, 38, 171, "Pulled the day before they reach you. Take the tops off before you chill them."],
  ["MILK2", "Whole Jersey milk", "2-litre bottle", "Hollybush Dairy", "Dymock", 6, 275, 54, 257, "Pasteurised, not homogenised: give it a shake. Keep below 5 °C."],
  ["SOUR8", "Stoneground sourdough loaf", "800 g", "Weir Mill Bakery", "Eastnor", 2, 420, 72, 331, "Wheat and rye from the mill next door. Contains gluten."],
  ["CHED2", "Two-year farmhouse Cheddar", "250 g wedge", "Hollybush Dairy", "Dymock", 6, 540, 45, 211, "Cloth-bound, made with unpasteurised milk."],
  ["POTA5", "Charlotte potatoes, unwashed", "2.5 kg sack", "Marl Pit Farm", "Newent", 9, 325, 29, 125, "Salad potatoes with the soil left on, so they keep for a month in the dark."],
  ["HONY3", "Orchard blossom honey", "340 g jar", "Frith Wood Bees", "Wellington Heath", 3, 675, 33, 161, "Runny, from hives that stand among cider apple trees."],
  ["SAUS6", "Pork and apple sausages", "pack of 6, 400 g", "Berrow Pigs", "Redmarley", 7, 585, 48, 221, "Outdoor-reared pork, 85 per cent meat. Contains gluten and sulphites."],
  ["APPL1", "Discovery apples", "1 kg bag", "Hop Pocket Orchard", "Bishop's Frome", 11, 240, 26, 109, "Crisp and pink inside. They do not store, eat within ten days."],
  ["CHIC1", "Slow-grown whole chicken", "about 1.7 kg", "Pound Lane Hens", "Bosbury", 4, 1450, 19, 90, "Reared for 81 days on grass and grain. Giblets included."],
  ["SPIN2", "Perpetual spinach", "200 g bag", "Withy Brook Growers", "Colwall", 5, 190, 17, 68, "Cut to order, needs a rinse."],
  ["BUTT2", "Salted churned butter", "250 g roll", "Hollybush Dairy", "Dymock", 6, 360, 41, 197, "Churned on Tuesdays with sea salt flakes."],
  ["JUIC7", "Cloudy pear and apple juice", "75 cl bottle", "Hop Pocket Orchard", "Bishop's Frome", 11, 410, 22, 97, "Nothing added except vitamin C. Drink within five days of opening."],
  ["MUSH3", "Chestnut mushrooms", "300 g punnet", "Old Tunnel Mushrooms", "Ledbury", 1, 215, 24, 102, "Grown in a disused railway tunnel. Keep in paper, not in plastic."]
].map(function (r) {
  return { sku: r[0], name: r[1], pack: r[2], maker: r[3], place: r[4], miles: r[5], pence: r[6], votes: r[7], starSum: r[8], about: r[9] };
});
function bySku(sku) { return STOCK.find(function (p) { return p.sku === sku; }); }
