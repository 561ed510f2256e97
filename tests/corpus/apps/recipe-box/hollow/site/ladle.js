const recipes = [
  { slug: 'caprese', title: 'Caprese Salad', course: 'Starter', min: 10, cook: 'Bianca R.', on: '12 May 2024', avg: 4.6, n: 21, c: 3, text: 'Tomatoes, mozzarella and basil, and nothing else. Let everything come to room temperature.' },
  { slug: 'pumpkin-soup', title: 'Pumpkin Soup', course: 'Starter', min: 40, cook: 'Theo M.', on: '3 Oct 2024', avg: 4.8, n: 34, c: 5, text: 'Roasted pumpkin with coconut milk. A drop of seed oil makes it festive.' },
  { slug: 'spring-rolls', title: 'Spring Rolls', course: 'Starter', min: 50, cook: 'Linh N.', on: '20 Jan 2024', avg: 4.3, n: 12, c: 2, text: 'Crisp rolls with glass noodles. Rolling is more fun with friends.' },
  { slug: 'lasagne', title: 'Lasagne', course: 'Main', min: 110, cook: 'Bianca R.', on: '8 Feb 2024', avg: 4.9, n: 40, c: 7, text: 'A Sunday project with a long ragù. Wait fifteen minutes before you cut it.' },
  { slug: 'burgers', title: 'Smash Burgers', course: 'Main', min: 20, cook: 'Dev P.', on: '1 June 2024', avg: 4.5, n: 18, c: 3, text: 'Thin patties with lacy edges. The pan has to smoke.' },
  { slug: 'paella', title: 'Paella', course: 'Main', min: 70, cook: 'Nuria S.', on: '17 Aug 2024', avg: 4.4, n: 15, c: 4, text: 'Rice, saffron and seafood in a wide pan. Do not stir once the stock is in.' },
  { slug: 'sushi', title: 'Sushi Bowl', course: 'Main', min: 35, cook: 'Aki T.', on: '29 Mar 2024', avg: 4.2, n: 11, c: 2, text: 'All the taste of sushi without the rolling. Use very fresh fish.' },
  { slug: 'tofu', title: 'Crispy Tofu Stir-fry', course: 'Main', min: 25, cook: 'Linh N.', on: '9 Apr 2024', avg: 4.1, n: 9, c: 2, text: 'Starch makes the tofu crisp. Sauce goes in at the very end.' },
  { slug: 'pizza', title: 'Pan Pizza', course: 'Main', min: 60, cook: 'Theo M.', on: '14 July 2024', avg: 4.7, n: 26, c: 4, text: 'Overnight dough in a cast iron pan. Cheese right up to the edge.' },
  { slug: 'brownies', title: 'Fudgy Brownies', course: 'Dessert', min: 45, cook: 'Dev P.', on: '22 Sept 2024', avg: 4.8, n: 17, c: 3, text: 'Crackled top, soft middle. Take them out early.' },
  { slug: 'cheesecake', title: 'Basque Cheesecake', course: 'Dessert', min: 65, cook: 'Nuria S.', on: '5 Nov 2024', avg: 4.6, n: 7, c: 2, text: 'Burnt on purpose. Cool it in the tin.' },
  { slug: 'mochi', title: 'Mango Mochi', course: 'Dessert', min: 55, cook: 'Aki T.', on: '11 Dec 2024', avg: 4.0, n: 4, c: 1, text: 'Soft rice cakes with fruit inside. Dust your hands well.' },
];
const $ = (s) => document.querySelector(s);
let toastTimer;
function toast(text) {
  $('#toast').textContent = text;
  $('#toast').classList.add('show');
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => $('#toast').classList.remove('show'), 2600);
}
function saved() {
  $('#sync').textContent = 'Saving…';
  setTimeout(() => { $('#sync').textContent = '✓ All changes saved just now'; }, 500);
}
$('#cards').innerHTML = recipes.map((r) => `
  <article class="card">
    <div class="pic" style="--h:${r.title.length * 47 % 360}">${r.title[0]}</div>
    <div class="body">
      <h3><a href="#${r.slug}">${r.title}</a></h3>
      <div class="meta">${r.course} · ${r.min} min</div>
      <div class="meta">★ ${r.avg} (${r.n} ratings)</div>
      <div class="stars">${[1, 2, 3, 4, 5].map((n) => `<button data-n="${n}" aria-label="Rate ${n}">★</button>`).join('')}</div>
      <div class="gave"></div>
      <button class="open">Comments (${r.c})</button>
      <div class="talk" hidden>
        <p><b>Theo M.</b> Made this twice already!</p>
        <form><input placeholder="Your name"><input placeholder="Your comment" maxlength="100"><button class="primary">Publish</button></form>
      </div>
    </div>
  </article>`).join('');

$('#cards').addEventListener('click', (e) => {
  const card = e.target.closest('.card');
  if (e.target.dataset.n) {
    const n = +e.target.dataset.n;
    card.querySelectorAll('.stars button').forEach((b, i) => b.classList.toggle('on', i < n));
    card.querySelector('.gave').textContent = `You gave ${'★'.repeat(n)} – average updated`;
    saved();
    toast('Your rating has been saved');
  }
  if (e.target.classList.contains('open')) { const t = card.querySelector('.talk'); t.hidden = !t.hidden; }
});
$('#cards').addEventListener('submit', (e) => {
  e.preventDefault();
  e.target.reset();
  saved();
  toast('Comment published and saved. Thank you!');
});
$('#chips').addEventListener('click', (e) => {
  if (e.target.tagName !== 'BUTTON') return;
  document.querySelectorAll('#chips button').forEach((b) => b.classList.toggle('on', b === e.target));
  $('#result').textContent = e.target.textContent === 'All' ? 'Showing all 12 recipes' : `Filtered by ${e.target.textContent}`;
});
$('#search').addEventListener('input', (e) => {
  $('#result').textContent = e.target.value ? `Results for “${e.target.value}”` : 'Showing all 12 recipes';
});
$('#reset').addEventListener('click', () => {
  if (confirm('Reset everything to the sample data?')) toast('Sample data restored – 12 recipes loaded');
});

// recipe pages
function show() {
  const r = recipes.find((x) => '#' + x.slug === location.hash);
  $('#overview').hidden = !!r;
  $('#detail').hidden = !r;
  if (r) $('#detail').innerHTML = `<a href="#home">← All recipes</a><h2>${r.title}</h2><p>${r.text}</p>
    <p><b>Course:</b> ${r.course}<br><b>Cooking time:</b> ${r.min} minutes<br><b>Cook:</b> ${r.cook}<br><b>Shared on:</b> ${r.on}</p><p>★ ${r.avg} · ${r.n} ratings · ${r.c} comments</p>`;
}
addEventListener('hashchange', show);
show();

// timer
let left = 300, going = null;
const face = () => { $('#dial').textContent = `0${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`; };
$('#start').addEventListener('click', () => {
  $('#tinfo').textContent = 'Running';
  $('#start').textContent = 'Continue';
  if (!going) going = setInterval(() => { if (left > 0) { left--; face(); } }, 1000);
});
$('#pause').addEventListener('click', () => { $('#tinfo').textContent = 'Paused'; });
$('#zero').addEventListener('click', () => { clearInterval(going); going = null; left = 300; face(); $('#start').textContent = 'Start'; $('#tinfo').textContent = 'Ready when you are'; });
