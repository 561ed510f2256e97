import { createApp } from 'vue'
import 'element-plus/theme-chalk/dark/css-vars.css'
import './porch.css'
import Board from './Board.vue'

createApp(Board).mount('#porch')
