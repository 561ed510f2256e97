import { createApp } from 'vue'
import {
  ElButton, ElCard, ElContainer, ElDatePicker, ElDialog, ElEmpty, ElForm, ElFormItem,
  ElHeader, ElIcon, ElInput, ElMain, ElPagination, ElRadioButton, ElRadioGroup, ElTag,
  ElTimeline, ElTimelineItem
} from 'element-plus'
import 'element-plus/dist/index.css'
import './style.css'
import App from './App.vue'
import router from './router'

const app = createApp(App)
for (const c of [
  ElButton, ElCard, ElContainer, ElDatePicker, ElDialog, ElEmpty, ElForm, ElFormItem,
  ElHeader, ElIcon, ElInput, ElMain, ElPagination, ElRadioButton, ElRadioGroup, ElTag,
  ElTimeline, ElTimelineItem
]) app.component(c.name, c)
app.use(router).mount('#app')
