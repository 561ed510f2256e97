const $ = (selector, root = document) => root.querySelector(selector)
const list = $('#list')
const original = [...list.children]

let timer
function toast(text) {
  $('#toast').textContent = text
  $('#toast').classList.add('on')
  clearTimeout(timer)
  timer = setTimeout(() => $('#toast').classList.remove('on'), 2800)
}

// Pages
function route() {
  const favourites = location.hash === '#favourites'
  $('#board').hidden = favourites
  $('#favourites-page').hidden = !favourites
  window.scrollTo(0, 0)
}
addEventListener('hashchange', route)
route()

// Search
$('#search').addEventListener('input', (event) => {
  const text = event.target.value.trim()
  $('#hint').textContent = text ? `Showing the best results for “${text}”` : ''
})

// Sorting
$('#sort').addEventListener('change', (event) => {
  const how = event.target.value
  if (how === 'title') {
    list.append(...[...original].sort((a, b) => a.dataset.title.localeCompare(b.dataset.title)))
  } else {
    list.append(...original)
  }
  toast(`Sorted: ${event.target.selectedOptions[0].textContent}`)
})

// Comments
const panel = `
  <ul>
    <li><b>Dorothea</b><br>Good question, I was wondering about that too!</li>
    <li><b>Ben</b><br>Just ring at my door, I can help.</li>
  </ul>
  <form>
    <label>Name<input name="name"></label>
    <label>Comment<textarea name="text" rows="2"></textarea></label>
    <button>Send comment</button>
  </form>`

list.addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (!button) return
  if (button.classList.contains('comments')) {
    const box = $('.panel', button.closest('.note'))
    if (!box.innerHTML) box.innerHTML = panel
    box.hidden = !box.hidden
    button.setAttribute('aria-expanded', String(!box.hidden))
  }
  if (button.classList.contains('heart')) {
    const on = button.getAttribute('aria-pressed') !== 'true'
    button.setAttribute('aria-pressed', String(on))
    button.textContent = on ? '♥' : '♡'
    toast(on ? 'Added to your favourites' : 'Removed from your favourites')
  }
})

list.addEventListener('submit', (event) => {
  event.preventDefault()
  event.target.reset()
  toast('Thank you! Your comment has been sent.')
})

// New question
const dialog = $('#form-dialog')
$('#ask').addEventListener('click', () => dialog.showModal())
$('#cancel').addEventListener('click', () => dialog.close())
$('#form').addEventListener('submit', () => {
  $('#form').reset()
  toast('Your question has been added. Thank you!')
})
