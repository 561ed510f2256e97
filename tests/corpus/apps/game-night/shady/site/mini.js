// mini.js: 20 lines of view. state -> html, and everything is drawn again on each change.
function mini(root, state, view, actions) {
  const draw = () => { root.innerHTML = view(state); };
  root.addEventListener('click', e => {
    const el = e.target.closest('[on]');
    if (!el) return;
    const [name, ...args] = el.getAttribute('on').split(':');
    actions[name](state, ...args);
    draw();
  });
  draw();
  return { state, draw };
}
