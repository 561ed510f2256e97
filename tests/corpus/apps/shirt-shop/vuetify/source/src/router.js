import { nextTick } from 'vue'
import { createRouter, createWebHashHistory } from 'vue-router'
import GarmentsView from './views/GarmentsView.vue'
import CartView from './views/CartView.vue'

const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: '/', name: 'garments', component: GarmentsView, meta: { title: 'All garments' } },
    { path: '/cart', name: 'cart', component: CartView, meta: { title: 'Your cart' } },
    { path: '/:rest(.*)*', redirect: '/' },
  ],
  scrollBehavior: (to, from, saved) => saved ?? { top: 0 },
})

let first = true
router.afterEach(async (to) => {
  document.title = `${to.meta.title} – Loom & Lane`
  if (first) {
    first = false
    return
  }
  // Take the reader along to the new page
  await nextTick()
  requestAnimationFrame(() => document.querySelector('h1')?.focus({ preventScroll: true }))
})

export default router
