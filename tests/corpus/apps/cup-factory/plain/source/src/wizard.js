import { all, euro } from './orders.js'

const form = document.querySelector('#wizard')
const blank = () => ({ order: '', wish: '', name: '', email: '' })
let data = blank()
let step = 0
const esc = (s) => s.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
const err = (t) => (t ? `<p class="error" role="alert">${t}</p>` : '')

const STEPS = [
  (e) => `
    <label>Which order is it about?<select name="order"><option value="">Please choose</option>${all().map((o) => `<option ${o.title === data.order ? 'selected' : ''}>${esc(o.title)}</option>`).join('')}</select></label>${err(e.order)}
    <label>What do you need? (optional)<textarea name="wish" rows="3">${esc(data.wish)}</textarea></label>`,
  (e) => `
    <label>Your name<input name="name" autocomplete="name" value="${esc(data.name)}"></label>${err(e.name)}
    <label>E-mail<input name="email" type="email" autocomplete="email" value="${esc(data.email)}"></label>${err(e.email)}`,
  () => {
    const o = all().find((x) => x.title === data.order)
    return `<dl><dt>Order</dt><dd>${esc(data.order)}${o ? `, ${euro(o.total)}` : ''}</dd>
      ${data.wish ? `<dt>Your wish</dt><dd>${esc(data.wish)}</dd>` : ''}
      <dt>Name</dt><dd>${esc(data.name)}</dd><dt>E-mail</dt><dd>${esc(data.email)}</dd></dl>`
  }
]

function check() {
  const e = {}
  if (step === 0 && !data.order) e.order = 'Please choose an order.'
  if (step === 1 && !data.name.trim()) e.name = 'Please enter your name.'
  if (step === 1 && !/^[^\s@,;]+@[^\s@.,;]+(\.[^\s@.,;]+)*\.[a-z]{2,}$/i.test(data.email.trim())) e.email = data.email.trim() ? 'This e-mail address is not valid.' : 'Please enter your e-mail address.'
  return e
}

export function drawWizard(errors = {}) {
  document.querySelectorAll('#steps li').forEach((li, i) => {
    li.className = i === step ? 'now' : i < step ? 'done' : ''
  })
  if (step === 3) {
    form.innerHTML = `<h2>Thank you, ${esc(data.name)}!</h2><p>Your request about “${esc(data.order)}” has been noted. We will write to ${esc(data.email)}.</p><button type="button" data-do="again">New request</button>`
    return
  }
  form.innerHTML = `<h2>Step ${step + 1} of 3</h2>${STEPS[step](errors)}
    <div class="actions">${step ? '<button type="button" data-do="back">Back</button>' : ''}<button class="primary">${step === 2 ? 'Send request' : 'Next'}</button></div>`
}
form.addEventListener('input', (e) => { data[e.target.name] = e.target.value })
form.addEventListener('submit', (e) => {
  e.preventDefault()
  const errors = check()
  if (!Object.keys(errors).length) step++
  drawWizard(errors)
})
form.addEventListener('click', (e) => {
  const what = e.target.dataset.do
  if (what === 'back') step--
  if (what === 'again') { step = 0; data = blank() }
  if (what) drawWizard()
})
