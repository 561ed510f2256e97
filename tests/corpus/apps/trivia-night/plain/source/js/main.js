import { $ } from './dom.js'
import { initList } from './list.js'
import { initQuiz } from './quiz.js'
import { initTimer } from './timer.js'
import { initStats } from './stats.js'

const PAGES = { places: 'Places', quiz: 'Quiz', timer: 'Timer', statistics: 'Statistics' }

function show(focus) {
  if (location.hash === '#content') return
  const wanted = location.hash.slice(2)
  const page = wanted in PAGES ? wanted : 'places'
  for (const id of Object.keys(PAGES)) {
    $(id).hidden = id !== page
    const link = document.querySelector(`nav a[href="#/${id}"]`)
    if (id === page) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  document.title = `${PAGES[page]} – Meridian Club`
  if (focus) {
    $(page).querySelector('h1').focus()
    scrollTo(0, 0)
  }
}

initList()
initQuiz()
initTimer()
initStats()
show(false)
addEventListener('hashchange', () => show(true))
