import { ordersView } from './orders.js';
import { statisticsView, chartView } from './figures.js';
import { closeDrawer } from './ui.js';

const routes = { '#/orders': ordersView, '#/statistics': statisticsView, '#/chart': chartView };
const app = document.querySelector('#app');
function go() {
  const hash = routes[location.hash] ? location.hash : '#/orders';
  closeDrawer();
  routes[hash](app);
  for (const a of document.querySelectorAll('#menu a')) {
    if (a.getAttribute('href') === hash) a.setAttribute('aria-current', 'page'); else a.removeAttribute('aria-current');
  }
}
addEventListener('hashchange', go);
go();
