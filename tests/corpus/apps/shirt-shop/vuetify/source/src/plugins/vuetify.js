import 'vuetify/styles'
import { createVuetify } from 'vuetify'
import { aliases, mdi } from 'vuetify/iconsets/mdi-svg'

export default createVuetify({
  icons: { defaultSet: 'mdi', aliases, sets: { mdi } },
  theme: {
    defaultTheme: 'loom',
    themes: {
      loom: {
        dark: false,
        colors: {
          background: '#F6F0E6',
          surface: '#FFFDF9',
          primary: '#38523F',
          secondary: '#9A4526',
          accent: '#C98A2B',
          error: '#A3262A',
          success: '#2F6B43',
          'on-background': '#2B2A26',
          'on-surface': '#2B2A26',
        },
        variables: { 'medium-emphasis-opacity': 0.76 },
      },
    },
  },
  defaults: {
    VBtn: { rounded: 'lg', style: 'text-transform: none; letter-spacing: normal;' },
    VCard: { rounded: 'xl' },
    VTextField: { variant: 'outlined', density: 'comfortable', color: 'primary' },
    VSelect: { variant: 'outlined', density: 'comfortable', color: 'primary' },
  },
})
