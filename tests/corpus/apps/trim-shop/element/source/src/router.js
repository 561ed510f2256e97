import { createRouter, createWebHashHistory } from 'vue-router'
import TreatmentsView from './views/TreatmentsView.vue'
import BookingsView from './views/BookingsView.vue'

const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: '/', name: 'treatments', component: TreatmentsView, meta: { title: 'Treatments' } },
    { path: '/bookings', name: 'bookings', component: BookingsView, meta: { title: 'Bookings' } },
    { path: '/:rest(.*)*', redirect: '/' }
  ],
  scrollBehavior: () => ({ top: 0 })
})

router.afterEach((to) => {
  document.title = `${to.meta.title} – Slotwise`
})

export default router
