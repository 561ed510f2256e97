import { createApp } from 'vue'
import { createRouter, createWebHashHistory } from 'vue-router'
import './theme.css'
import App from './App.vue'
import Places from './views/Places.vue'
import Quiz from './views/Quiz.vue'
import Timer from './views/Timer.vue'
import Statistics from './views/Statistics.vue'

const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: '/', component: Places, meta: { title: 'Places' } },
    { path: '/quiz', component: Quiz, meta: { title: 'Quiz' } },
    { path: '/timer', component: Timer, meta: { title: 'Timer' } },
    { path: '/statistics', component: Statistics, meta: { title: 'Statistics' } },
    { path: '/:rest(.*)*', redirect: '/' }
  ],
  scrollBehavior: () => ({ top: 0 })
})
router.afterEach(to => { document.title = `${to.meta.title} · Meridian Club` })

createApp(App).use(router).mount('#app')
