import { $, el } from './dom.js'

const QUESTIONS = [
  { ask: 'Which lake is the deepest in the world?', answers: ['Tanganyika', 'Baikal', 'Superior', 'Titicaca'], right: 'Baikal' },
  { ask: 'Which country has the longest coastline?', answers: ['Canada', 'Australia', 'Indonesia', 'Norway'], right: 'Canada' },
  { ask: 'Which river flows through Vienna, Budapest and Belgrade?', answers: ['Rhine', 'Elbe', 'Vistula', 'Danube'], right: 'Danube' }
]
let at = 0
let score = 0

function showScore() {
  $('score').hidden = false
  $('score').textContent = `Score: ${score} of ${QUESTIONS.length}`
}

function start() {
  at = score = 0
  showScore()
  question()
}

function question() {
  const q = QUESTIONS[at]
  const heading = el('h2', { tabindex: '-1', id: 'ask' }, q.ask)
  $('stage').replaceChildren(
    el('p', { class: 'step' }, `Question ${at + 1} of ${QUESTIONS.length}`),
    heading,
    el('ul', { class: 'answers', 'aria-labelledby': 'ask' }, ...q.answers.map((a) =>
      el('li', {}, el('button', { type: 'button', onclick: (e) => answer(a, e.currentTarget) }, a)))))
  $('feedback').textContent = ''
  $('feedback').className = ''
  $('onward').replaceChildren()
  heading.focus()
}

function answer(given, button) {
  const q = QUESTIONS[at]
  const ok = given === q.right
  if (ok) score++
  showScore()
  for (const b of $('stage').querySelectorAll('button')) {
    b.disabled = true
    if (b.textContent === q.right) b.classList.add('right')
  }
  if (!ok) button.classList.add('wrong')
  $('feedback').className = ok ? 'good' : 'bad'
  $('feedback').textContent = ok ? 'Correct' : `Wrong. The answer is ${q.right}.`
  const last = at === QUESTIONS.length - 1
  const next = el('button', { type: 'button', class: 'go', onclick: () => { if (last) final(); else { at++; question() } } },
    last ? 'See the final score' : 'Next question')
  $('onward').replaceChildren(next)
  next.focus()
}

function final() {
  const words = ['Back to the atlas!', 'A start is made.', 'Well travelled!', 'A true navigator!'][score]
  const heading = el('h2', { tabindex: '-1' }, `Final score: ${score} of ${QUESTIONS.length}`)
  $('score').hidden = true
  $('stage').replaceChildren(heading, el('p', {}, words))
  $('feedback').textContent = ''
  $('feedback').className = ''
  $('onward').replaceChildren(el('button', { type: 'button', class: 'go', onclick: start }, 'Play again'))
  heading.focus()
}

export function initQuiz() {
  $('stage').replaceChildren(el('p', { class: 'intro' }, `${QUESTIONS.length} questions about lakes, coasts and rivers. Take your time.`))
  $('onward').replaceChildren(el('button', { type: 'button', class: 'go', onclick: start }, 'Start quiz'))
}
