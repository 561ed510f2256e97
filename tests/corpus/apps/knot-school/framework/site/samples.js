/* The knots everybody starts with, and a few words from earlier pupils. */
window.SAMPLE_KNOTS = [
  { id: 'overhand', title: 'Overhand knot', level: 'Beginner', minutes: 3, use: 'Stops a thread slipping through a needle hole.', steps: ['Make a loop.', 'Pass the end through it.', 'Pull both sides.'] },
  { id: 'reef', title: 'Reef knot', level: 'Beginner', minutes: 5, use: 'Ties a parcel or a bandage. Never trust a life to it.', steps: ['Right end over left and under.', 'Left end over right and under.', 'Check for two flat loops and pull.'] },
  { id: 'eight', title: 'Figure eight', level: 'Beginner', minutes: 6, use: 'A stopper that is easy to undo, loved by climbers.', steps: ['Make a loop, end on top.', 'Take the end round behind the standing part.', 'Bring it down through the loop.'] },
  { id: 'clove', title: 'Clove hitch', level: 'Beginner', minutes: 8, use: 'Fenders on a rail, the start of a lashing.', steps: ['Turn once round the post.', 'Cross over and turn again.', 'Tuck the end under the last turn.'] },
  { id: 'bowline', title: 'Bowline', level: 'Beginner', minutes: 12, use: 'A loop that holds fast and never jams.', steps: ['Make a small eye: the rabbit hole.', 'The rabbit comes up, runs round the tree.', 'And goes back down the hole.'] },
  { id: 'halfhitches', title: 'Round turn and two half hitches', level: 'Beginner', minutes: 9, use: 'Moors a boat to a ring or a post.', steps: ['Go round the ring twice.', 'Make a half hitch on the standing part.', 'Make another the same way.'] },
  { id: 'sheetbend', title: 'Sheet bend', level: 'Improver', minutes: 10, use: 'Joins a thin rope to a thick one.', steps: ['Fold the thick rope into a bight.', 'Bring the thin one up through and round the back.', 'Tuck it under itself.'] },
  { id: 'taut', title: 'Taut-line hitch', level: 'Improver', minutes: 14, use: 'Guy lines on a tent that you can slide.', steps: ['Go round the peg.', 'Two turns inside the loop.', 'One hitch outside it.'] },
  { id: 'trucker', title: "Trucker's hitch", level: 'Improver', minutes: 18, use: 'Pulls a load down tight.', steps: ['Make a slipped loop in the line.', 'Pass the end round the hook and up through the loop.', 'Haul down and finish with half hitches.'] },
  { id: 'prusik', title: 'Prusik', level: 'Improver', minutes: 15, use: 'Grips a rope under load and slides without it.', steps: ['Lay the sling behind the rope.', 'Pass it through itself three times.', 'Dress the turns side by side.'] },
  { id: 'butterfly', title: 'Alpine butterfly', level: 'Improver', minutes: 16, use: 'A loop in the middle of a rope.', steps: ['Wrap three turns round your palm.', 'Carry the first turn over and under the other two.', 'Slide it off and set it.'] },
  { id: 'carrick', title: 'Carrick bend', level: 'Expert', minutes: 22, use: 'Joins two heavy hawsers, and looks splendid flat.', steps: ['Lay one rope as a loop.', 'Weave the other over and under through it.', 'Draw all four parts up evenly.'] },
  { id: 'monkey', title: "Monkey's fist", level: 'Expert', minutes: 35, use: 'The weight at the end of a heaving line.', steps: ['Three turns round your hand.', 'Three turns across them.', 'Three turns through the inside, then work out the slack.'] },
  { id: 'turkshead', title: "Turk's head", level: 'Expert', minutes: 40, use: 'A woven ring for tillers, bells and wrists.', steps: ['Two crossing turns round a cylinder.', 'Plait the end over and under to the start.', 'Follow the first lead twice more.'] }
];
window.SAMPLE_COMMENTS = {
  bowline: [
    { name: 'Imke', text: 'The rabbit story did it. I can tie it behind my back now.' },
    { name: 'Tobias R.', text: 'Leave a long tail, mine slipped with a short one.' }
  ],
  reef: [{ name: 'Nurse Adwoa', text: 'Lies flat under a bandage, that is why we use it.' }],
  monkey: [{ name: 'Skipper Lou', text: 'Took me three evenings and a golf ball as core.' }],
  trucker: [{ name: 'Hedda', text: 'Our canoe stayed on the roof all the way to Norway.' }]
};
