import { defineConfig } from 'vite'
import vue from '@vitejs/plugin-vue'
import Components from 'unplugin-vue-components/vite'
import { ElementPlusResolver } from 'unplugin-vue-components/resolvers'
import ElementPlus from 'unplugin-element-plus/vite'
export default defineConfig({
  base: './',
  plugins: [vue(), Components({ dts: false, resolvers: [ElementPlusResolver()] }), ElementPlus({})],
  build: { outDir: '../site', emptyOutDir: true, sourcemap: false, modulePreload: { polyfill: false } }
})
