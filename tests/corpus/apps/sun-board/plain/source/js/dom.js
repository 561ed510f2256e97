/** el('td', {class: 'num'}, 'text', child …) */
export function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

export function fillTerrains(select, names, allLabel) {
  const before = select.value;
  select.replaceChildren(
    el('option', { value: '' }, allLabel),
    ...names.map((name) => el('option', { value: name }, name)),
  );
  select.value = names.includes(before) ? before : '';
}
