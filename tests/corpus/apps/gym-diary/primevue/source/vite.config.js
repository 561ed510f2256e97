import { defineConfig } from 'vite';
import vue from '@vitejs/plugin-vue';

export default defineConfig({
  base: './',
  plugins: [vue()],
  build: { outDir: '../site', emptyOutDir: true, sourcemap: false, modulePreload: { polyfill: false } },
});
