/* A small virtual DOM: h() describes, mount() draws and redraws. Children may carry a key. */
(function () {
  function h(tag, props) {
    var kids = [];
    (function flat(list) {
      for (var i = 0; i < list.length; i++) {
        var k = list[i];
        if (k === null || k === undefined || k === false) continue;
        if (Array.isArray(k)) flat(k);
        else kids.push(typeof k === 'object' ? k : { text: String(k) });
      }
    })(Array.prototype.slice.call(arguments, 2));
    return { tag: tag, props: props || {}, kids: kids, key: props ? props.key : undefined };
  }

  function apply(el, name, now, old) {
    if (name === 'key' || name === 'oncreate' || name === 'onremove') return;
    if (name === 'value') { if (el.value !== String(now)) el.value = now; return; }
    if (now === old) return;
    if (name.slice(0, 2) === 'on') { el[name] = now || null; return; }
    if (name === 'html') { el.innerHTML = now; return; }
    if (name === 'disabled') { el.disabled = !!now; return; }
    if (now === undefined || now === null || now === false) el.removeAttribute(name === 'cls' ? 'class' : name);
    else el.setAttribute(name === 'cls' ? 'class' : name, now === true ? '' : now);
  }

  function create(v, queue) {
    if (v.text !== undefined) return (v.el = document.createTextNode(v.text));
    var el = (v.el = document.createElement(v.tag));
    v.kids.forEach(function (k) { el.appendChild(create(k, queue)); });
    for (var p in v.props) apply(el, p, v.props[p], undefined);
    if (v.props.oncreate) queue.push(function () { v.props.oncreate(el); });
    return el;
  }

  function gone(v) {
    if (v.kids) v.kids.forEach(gone);
    if (v.props && v.props.onremove) v.props.onremove(v.el);
  }

  function alike(a, b) { return a.tag === b.tag && a.key === b.key && (a.text === undefined) === (b.text === undefined); }

  function patch(old, now, queue) {
    var el = (now.el = old.el);
    if (now.text !== undefined) { if (now.text !== old.text) el.nodeValue = now.text; return; }
    for (var p in old.props) if (!(p in now.props)) apply(el, p, undefined, old.props[p]);
    children(el, old.kids, now.kids, queue);
    for (p in now.props) apply(el, p, now.props[p], old.props[p]);
  }

  function children(el, olds, nows, queue) {
    var rest = olds.slice(), spot = el.firstChild;
    if (!olds.length && !nows.length) return;
    nows.forEach(function (n) {
      var at = -1;
      for (var i = 0; i < rest.length; i++) if (alike(rest[i], n)) { at = i; break; }
      if (at >= 0) { patch(rest[at], n, queue); rest.splice(at, 1); } else create(n, queue);
      if (n.el === spot) spot = spot.nextSibling;
      else el.insertBefore(n.el, spot);
    });
    rest.forEach(function (o) { gone(o); el.removeChild(o.el); });
  }

  window.h = h;
  window.mount = function (root, view) {
    var tree = [];
    return function draw() {
      var queue = [], next = h('x', null, view()).kids;
      children(root, tree, next, queue);
      tree = next;
      queue.forEach(function (f) { f(); });
    };
  };
})();
