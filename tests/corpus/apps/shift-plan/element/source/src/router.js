import { createRouter, createWebHashHistory } from 'vue-router'
import OverviewView from './views/OverviewView.vue'
import BoardView from './views/BoardView.vue'
import TimerView from './views/TimerView.vue'

const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: '/', name: 'overview', component: OverviewView, meta: { title: 'Tasks' } },
    { path: '/board', name: 'board', component: BoardView, meta: { title: 'Board' } },
    { path: '/timer', name: 'timer', component: TimerView, meta: { title: 'Timer' } },
    { path: '/:rest(.*)*', redirect: '/' }
  ],
  scrollBehavior: () => ({ top: 0 })
})

router.afterEach((to) => {
  document.title = `${to.meta.title} · Donelist`
})

export default router
