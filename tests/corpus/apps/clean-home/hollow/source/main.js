import { createApp } from 'vue'
import './clinic.css'
import App from './App.vue'
createApp(App).mount('#app')
