import { createRouter, createWebHashHistory } from 'vue-router'
import OverviewPage from './pages/OverviewPage.vue'
import BoardPage from './pages/BoardPage.vue'
import TimerPage from './pages/TimerPage.vue'

export const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: '/', name: 'tasks', component: OverviewPage, meta: { title: 'Tasks' } },
    { path: '/board', name: 'board', component: BoardPage, meta: { title: 'Board' } },
    { path: '/timer', name: 'timer', component: TimerPage, meta: { title: 'Timer' } },
    { path: '/:rest(.*)*', redirect: '/' },
  ],
})

router.afterEach((to) => {
  document.title = `${to.meta.title} – Donelist`
})
