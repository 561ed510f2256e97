import { ref, watch } from 'vue'

export const TOPICS = ['Getting around', 'Recommendations', 'Home & garden', 'Events', 'Lost & found']

const examples = [
  ['Which bakery opens before six?', 'Recommendations', 31, 'Early shifts and no breakfast. I would walk fifteen minutes for a good roll.', [['Marit', 'Try Hansen on Mill Lane, the back door is open from 5:30.'], ['Ola', 'Seconded, and ask for the cinnamon ones.']]],
  ['When is the bridge on Elm Street closed?', 'Getting around', 24, 'I saw workers measuring, but there is no sign anywhere yet.', [['Devin', 'Two weeks from the first of the month, says the council.']]],
  ['Has anyone seen a grey cat with a bell?', 'Lost & found', 42, 'Her name is Pepper, she left through the kitchen window on Sunday night.', []],
  ['How do you keep slugs off lettuce without poison?', 'Home & garden', 19, 'They have eaten two rows. Beer traps only made them happy.', [['Ruth', 'Copper tape around the bed, and go out at dusk with a torch.']]],
  ['Who runs the street party this year?', 'Events', 37, 'Last year it was number 14, but they have moved away.', []],
  ['Is there a plumber who comes on Saturdays?', 'Recommendations', 15, 'The tap has dripped since Easter and I work all week.', []],
  ['Where can one park a cargo bike safely?', 'Getting around', 12, 'It does not fit through our cellar door.', []],
  ['Whose blue child’s scooter is in the hedge?', 'Lost & found', 8, 'By the bus stop, corner of Park Road. It has a unicorn bell.', []],
  ['Does anybody lend out a tall ladder?', 'Home & garden', 22, 'For one gutter and one afternoon. I pay in plum cake.', [['Bert', 'Six metres, number 33, ring twice.']]],
  ['What time do the fireworks start on Saturday?', 'Events', 27, 'I would like to have the dog indoors by then.', []],
  ['Is the number 9 bus always this late?', 'Getting around', 33, 'Twelve minutes on average in the last fortnight, I kept a list.', []],
  ['Can you recommend a patient piano teacher?', 'Recommendations', 10, 'For an adult beginner with two left hands.', []],
  ['May leaves go into the brown bin?', 'Home & garden', 17, 'The leaflet says one thing and the lid says another.', []],
  ['Anyone for a chess evening in the library?', 'Events', 29, 'Thursdays, seven o’clock, boards are there already.', [['Sunniva', 'Count me in, complete beginner though.']]]
]
const KEY = 'porchlight.comments'
function stored() {
  try { return JSON.parse(localStorage.getItem(KEY)) || {} } catch { return {} }
}
const extra = stored()
export const questions = ref(examples.map(([title, topic, votes, text, comments], i) => ({
  id: i + 1, title, topic, votes, text,
  comments: [...comments.map(([name, text]) => ({ name, text })), ...(extra[i + 1] || [])],
  given: comments.length
})))

export function comment(q, name, text) {
  q.comments.push({ name: name.trim(), text: text.trim() })
  const own = Object.fromEntries(questions.value.map(x => [x.id, x.comments.slice(x.given)]))
  try { localStorage.setItem(KEY, JSON.stringify(own)) } catch { /* stays for this visit only */ }
}

const wish = localStorage.getItem('porchlight.dark')
export const dark = ref(wish === null ? matchMedia('(prefers-color-scheme: dark)').matches : wish === '1')
watch(dark, on => document.documentElement.classList.toggle('dark', on), { immediate: true })
export function setDark(on) {
  dark.value = on
  try { localStorage.setItem('porchlight.dark', on ? '1' : '0') } catch { /* not kept */ }
}
