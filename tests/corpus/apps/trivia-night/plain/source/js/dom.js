/** el('button', { type: 'button', onclick: f }, 'Text', node, …) */
export function el(tag, props = {}, ...kids) {
  const node = document.createElement(tag)
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value)
    else if (value === true) node.setAttribute(key, '')
    else if (value !== false && value != null) node.setAttribute(key, value)
  }
  node.append(...kids)
  return node
}
export const $ = (id) => document.getElementById(id)
