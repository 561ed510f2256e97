import { createApp } from 'vue'
import { createVuetify } from 'vuetify'
import { aliases, mdi } from 'vuetify/iconsets/mdi-svg'
import './style.scss'
import App from './App.vue'

createApp(App).use(createVuetify({
  icons: { defaultSet: 'mdi', aliases, sets: { mdi } },
  theme: {
    defaultTheme: 'studio',
    themes: { studio: { dark: false, colors: { background: '#fafafa', surface: '#ffffff', primary: '#4b2bd6', secondary: '#ff6b4a', error: '#c3272b' } } }
  },
  defaults: {
    VTextField: { variant: 'underlined', color: 'primary' },
    VSelect: { variant: 'underlined', color: 'primary' }
  }
})).mount('#app')
