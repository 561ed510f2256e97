/* meeple: h() makes elements, mount() draws a view and draws it again after every dispatch */
(function () {
  function h(tag, props, ...children) {
    const [name, ...classes] = tag.split('.');
    const el = document.createElement(name || 'div');
    if (classes.length) el.className = classes.join(' ');
    for (const [key, value] of Object.entries(props || {})) {
      if (key.startsWith('on')) el.addEventListener(key.slice(2), value);
      else if (key === 'style') el.style.cssText = value;
      else if (value !== false && value != null) el.setAttribute(key, value);
    }
    el.append(...children.flat(3).filter((c) => c !== false && c != null));
    return el;
  }
  function mount(root, state, update, view) {
    const dispatch = (action) => {
      state = update(state, action);
      draw();
    };
    const draw = () => root.replaceChildren(view(state, dispatch));
    draw();
    return dispatch;
  }
  window.meeple = { h, mount };
}());
