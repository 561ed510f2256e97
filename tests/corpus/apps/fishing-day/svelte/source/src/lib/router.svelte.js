function parse() {
  let path = location.hash.replace(/^#/, '') || '/'
  try {
    path = decodeURIComponent(path)
  } catch {
    // leave a mangled address as it is
  }
  const [, first = '', second = ''] = path.split('/')
  if (first === '') return { name: 'overview' }
  if (first === 'favourites') return { name: 'favourites' }
  if (first === 'add') return { name: 'add' }
  if (first === 'request') return { name: 'request', id: second }
  if (first === 'events' && second) return { name: 'event', id: second }
  return { name: 'missing' }
}

export const route = $state({ current: parse(), moves: 0 })

window.addEventListener('hashchange', () => {
  route.current = parse()
  route.moves += 1
})

export function go(path) {
  location.hash = path
}
