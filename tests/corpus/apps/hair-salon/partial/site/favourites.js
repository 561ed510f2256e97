const list = document.getElementById('list');
const mine = treatments.filter(t => favs.includes(t.id));
list.innerHTML = mine.map(t => `<li class="card">
  <div class="row top-row">
    <div><h2>${t.title}</h2><div class="dept">${esc(t.dept)}</div></div>
    <button class="heart" data-fav="${t.id}" aria-label="Favourite ${t.title}"></button>
  </div>
  <strong class="fee">$${t.fee}</strong>
</li>`).join('');
document.getElementById('none').hidden = mine.length > 0;
list.querySelectorAll('.heart').forEach(b => {
  paintHeart(b);
  b.onclick = () => { toggleFav(b.dataset.fav); paintHeart(b); };
});
