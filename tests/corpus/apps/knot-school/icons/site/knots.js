// The five families: symbol, name, rope drawing (viewBox 0 0 160 100)
export const families = {
  loop:    ['∞', 'Loop',    'M-10 74 C40 78 62 72 76 54 C92 30 128 22 134 46 C138 70 100 72 84 56 C66 40 54 34 42 46 C32 58 52 72 70 62'],
  hitch:   ['⚓︎', 'Hitch',   'M-10 40 C30 40 50 34 66 22 M66 80 C86 72 92 40 78 18 M94 80 C112 66 112 36 98 20 M66 62 C84 52 116 66 170 60'],
  bend:    ['⋈', 'Bend',    'M-10 40 L62 40 C104 40 104 66 62 66 L-10 66 M170 34 L98 34 C56 34 56 60 98 60 L170 60'],
  stopper: ['●', 'Stopper', 'M-10 50 L44 50 C70 50 98 26 82 20 C62 14 56 82 80 82 C104 82 96 50 116 50 L170 50'],
  binding: ['⌘', 'Binding', 'M-10 62 C30 62 42 36 66 44 C88 52 72 70 92 68 C116 66 124 40 170 42 M-10 38 C30 38 46 64 68 60 C90 54 76 34 94 36 C118 38 126 62 170 64']
};

const k = (id, name, minutes, family, about, ...steps) => ({ id, name, minutes, family, about, steps });

export const knots = [
  k('bowline', 'Bowline', 12, 'loop', 'A fixed loop that holds under load and still opens easily. Sailors and rescuers trust it.', 'Make a small eye in the standing part.', 'Bring the end up through the eye.', 'Lead it behind the standing part.', 'Push it back down through the eye and pull tight.'),
  k('figure-eight', 'Figure-Eight Knot', 5, 'stopper', 'Keeps a rope from slipping out of a block or a belay device.', 'Form a loop.', 'Take the end around behind the standing part.', 'Push it through the loop from the front.'),
  k('clove-hitch', 'Clove Hitch', 6, 'hitch', 'Quick way to fasten a rope to a post. Easy to adjust, may slip on smooth poles.', 'Wrap the end around the post.', 'Cross over the first turn and wrap again.', 'Tuck the end under the last turn.'),
  k('reef-knot', 'Reef Knot', 4, 'binding', 'The classic for bandages, parcels and reefed sails. Never use it to join two ropes under load.', 'Right over left and under.', 'Left over right and under.', 'Pull both ends.'),
  k('sheet-bend', 'Sheet Bend', 8, 'bend', 'Joins two ropes, even when one is thicker than the other.', 'Fold the thick rope into a bight.', 'Bring the thin rope up through it.', 'Go around behind both parts.', 'Tuck it under itself.'),
  k('half-hitches', 'Round Turn and Two Half Hitches', 7, 'hitch', 'Moors a boat or hangs a swing. The round turn takes the strain while you tie.', 'Go around the ring twice.', 'Tie one half hitch around the standing part.', 'Add a second one in the same direction.'),
  k('taut-line', 'Taut-Line Hitch', 10, 'hitch', 'Slides by hand and grips under tension, which is why tents are full of them.', 'Pass the rope around the peg.', 'Wrap twice inside the loop.', 'Wrap once outside the loop and tighten.'),
  k('alpine', 'Alpine Butterfly', 15, 'loop', 'A loop in the middle of a rope that can be pulled in three directions.', 'Wrap the rope three times around your hand.', 'Take the wrap nearest the fingertips over the other two.', 'Slip it back under them.', 'Take it off the hand and set it.'),
  k('fisherman', 'Double Fisherman’s Knot', 14, 'bend', 'Ties two lines into one for good. Climbers make cord slings with it.', 'Lay both ends side by side.', 'Wrap one end twice around the other and tuck it in.', 'Do the same from the other side.', 'Pull until both halves meet.'),
  k('prusik', 'Prusik', 11, 'hitch', 'A loop of cord that climbs along a rope and locks when weighted.', 'Lay the loop behind the rope.', 'Pass it through itself three times.', 'Dress the turns neatly and pull.'),
  k('constrictor', 'Constrictor Knot', 9, 'binding', 'Grips like a clamp. You may need a knife to get it off.', 'Start like a clove hitch.', 'Tuck the end under the first crossing as well.', 'Pull hard on both ends.'),
  k('ashley', 'Ashley Stopper', 10, 'stopper', 'A round, fat stopper with three lobes, devised by Clifford Ashley around 1910.', 'Make a slipped overhand knot.', 'Put the end through its loop.', 'Pull the loop down on the end.'),
  k('zeppelin', 'Zeppelin Bend', 13, 'bend', 'Safe, strong and never jams. Said to have held airships.', 'Make a “b” with one rope and a “q” with the other.', 'Lay the b upon the q.', 'Bring each end around and through both eyes.'),
  k('monkeys-fist', 'Monkey’s Fist', 30, 'stopper', 'A heavy ball on the end of a heaving line and a handsome key ring.', 'Wind three turns around your fingers.', 'Three more turns across them.', 'Three turns inside, around the second set.', 'Tighten strand by strand.')
];

export const firstComments = {
  bowline: [{ id: 'c1', name: 'Marit', text: 'The rabbit comes out of the hole, round the tree and back again. That is how I learnt it at six.', at: Date.UTC(2025, 2, 8, 9, 20) }],
  'reef-knot': [{ id: 'c2', name: 'Old Joe', text: 'If it turns out crooked you have tied a granny. Start over.', at: Date.UTC(2025, 3, 19, 17, 5) }]
};
