import { createApp } from 'vue'
import { createRouter, createWebHashHistory } from 'vue-router'
import { createVuetify } from 'vuetify'
import { aliases, mdi } from 'vuetify/iconsets/mdi-svg'
import './base.scss'
import App from './App.vue'
import HomePage from './pages/HomePage.vue'
import HousePage from './pages/HousePage.vue'
import FavouritesPage from './pages/FavouritesPage.vue'
import BookingsPage from './pages/BookingsPage.vue'

const router = createRouter({
  history: createWebHashHistory(),
  scrollBehavior: (to, from, saved) => saved || { top: 0 },
  routes: [
    { path: '/', component: HomePage },
    { path: '/house/:id', component: HousePage, props: true },
    { path: '/favourites', component: FavouritesPage },
    { path: '/bookings', component: BookingsPage },
    { path: '/:other(.*)*', redirect: '/' }
  ]
})
const vuetify = createVuetify({
  icons: { defaultSet: 'mdi', aliases, sets: { mdi } },
  theme: {
    defaultTheme: 'inn',
    themes: { inn: { dark: false, colors: { background: '#f3f5f1', surface: '#ffffff', primary: '#2c5f4f', secondary: '#b4543a', error: '#b02a24' } } }
  },
  defaults: { VTextField: { variant: 'solo-filled', flat: true, density: 'comfortable' } }
})
createApp(App).use(router).use(vuetify).mount('#app')
