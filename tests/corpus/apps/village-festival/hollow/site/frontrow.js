const result = document.querySelector('#result');

class FrontrowEvent extends HTMLElement {
  connectedCallback() {
    const title = this.textContent.trim();
    const price = Number(this.getAttribute('price'));
    this.innerHTML = `
      <span class="kind">${this.getAttribute('kind')}</span>
      <strong>${title}</strong>
      <span class="price">€${price.toFixed(2)}</span>
      <button class="book">Book</button>`;
    this.querySelector('.book').addEventListener('click', () => this.unfold(title));
  }

  unfold(title) {
    const open = document.querySelector('.stub');
    if (open) open.remove();
    const form = document.createElement('form');
    form.className = 'stub';
    form.noValidate = true;
    form.innerHTML = `
      <label>Date <input type="date" name="date"></label>
      <label>Time <select name="time"><option>10:00</option><option>12:30</option><option>15:00</option><option>17:30</option></select></label>
      <label>Name <input name="name"></label>
      <button>Confirm booking</button>`;
    form.addEventListener('submit', (e) => {
      e.preventDefault();
      const time = form.elements.time.value;
      form.innerHTML = `<p class="ticket"><b>Booked!</b> ${title}, ${time}. Your booking number is 4. See you in the front row.</p>`;
    });
    this.append(form);
  }
}
customElements.define('fr-event', FrontrowEvent);

// which order was asked for
const ORDERS = {
  'price-up': 'Sorted by ticket price, cheapest first',
  'price-down': 'Sorted by ticket price, dearest first',
  title: 'Sorted by title, A to Z',
};
const order = new URLSearchParams(location.search).get('order') || 'start';
for (const a of document.querySelectorAll('.order a')) {
  a.classList.toggle('now', a.getAttribute('href').startsWith(`?order=${order}#`));
}
if (ORDERS[order]) result.textContent = `All 11 events · ${ORDERS[order]}`;

// search
document.querySelector('#find').addEventListener('input', (e) => {
  const word = e.target.value.trim();
  result.textContent = word ? `Events matching “${word}”: 2` : 'All 11 events';
});

// keys light up in the overview
addEventListener('keydown', (e) => {
  const cap = [...document.querySelectorAll('kbd')].find((k) => k.dataset.key.toLowerCase() === e.key.toLowerCase());
  if (!cap) return;
  cap.classList.add('lit');
  setTimeout(() => cap.classList.remove('lit'), 300);
});
