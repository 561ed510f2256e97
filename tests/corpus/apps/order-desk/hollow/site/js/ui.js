export function toast(text) {
  const t = document.createElement('div');
  t.className = 'toast';
  t.textContent = text;
  document.querySelector('#toasts').append(t);
  setTimeout(() => t.remove(), 2800);
}

const drawer = document.querySelector('#drawer');
export function closeDrawer() { drawer.hidden = true; drawer.innerHTML = ''; }
export function openDrawer(html) {
  drawer.innerHTML = `<div class="sheet">${html}</div>`;
  drawer.hidden = false;
  drawer.querySelector('input,select,button')?.focus();
  return drawer;
}
drawer.addEventListener('click', e => { if (e.target === drawer) closeDrawer(); });
document.addEventListener('keydown', e => { if (e.key === 'Escape' && !drawer.hidden) closeDrawer(); });
