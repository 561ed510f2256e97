/* Initial register: title | author | section | minutes */
var SAMPLE = [
  'Notes from a Ferry Timetable|R. Okafor|Reportage|18',
  'On Keeping a Diary Nobody Reads|Clara Voss|Essay|14',
  'The Glassblower of Murano Street|L. Bianchi|Portrait|26',
  'Why Lichens Are Never Alone|Dr. H. Aalto|Science|32',
  'In Praise of the Long Table|Clara Voss|Essay|11',
  'Walking the Old Salt Road|Peter Lund|Outdoors|41',
  'The Woman Who Counted Bees|Aisha Rahman|Portrait|23',
  'A Theatre for Ninety-Nine People|M. Delacroix|Arts|20',
  'Slow Rivers, Quick Maps|Peter Lund|Science|28',
  'The Violin in the Attic|J. Kowalska|Arts|36',
  'Three Winters in a Fire Tower|Sam Tillery|Outdoors|45',
  'Conversations with a Locksmith|R. Okafor|Portrait|17',
  'The Court Stenographer Retires|N. Petrova|Reportage|22',
  'Against the Summary|Clara Voss|Essay|9',
  'How Concrete Ages|Dr. H. Aalto|Science|25',
  'Painting the Same Hill Forty Times|M. Delacroix|Arts|30',
  'The Night Train That Refused to Die|Sam Tillery|Reportage|39',
  'A Garden Below Sea Level|Aisha Rahman|Outdoors|27'
];
var SAMPLE_COMMENTS = {
  1: [['Edda', 'I have taken that ferry for twenty years and never looked up.'], ['G. Moran', 'Lovely ending.']],
  4: [['Pia', 'Now I stop at every wall.']],
  6: [['Harald', 'There is an inn missing at kilometre 60.'], ['Yusuf', 'We walked it in May.'], ['Edda', 'Going next year.']],
  14: [['Reader 17', 'Could you sum this up?']]
};
