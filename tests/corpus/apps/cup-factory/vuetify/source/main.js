import { createApp } from 'vue'
import { createVuetify } from 'vuetify'
import { aliases, mdi } from 'vuetify/iconsets/mdi-svg'
import './styles.scss'
import App from './App.vue'

const vuetify = createVuetify({
  icons: { defaultSet: 'mdi', aliases, sets: { mdi } },
  theme: {
    defaultTheme: 'kraft',
    themes: {
      kraft: {
        dark: false,
        colors: {
          background: '#f7f1e8', surface: '#fffdf9', primary: '#8a4b20',
          secondary: '#45614b', error: '#b3261e', success: '#2f6b3a'
        }
      }
    }
  },
  defaults: {
    VTextField: { variant: 'outlined', density: 'comfortable' },
    VSelect: { variant: 'outlined', density: 'comfortable' },
    VTextarea: { variant: 'outlined', density: 'comfortable' },
    VBtn: { style: 'text-transform:none;letter-spacing:0' }
  }
})

createApp(App).use(vuetify).mount('#app')
