import { createApp } from 'vue';
import PrimeVue from 'primevue/config';
import ConfirmationService from 'primevue/confirmationservice';
import { definePreset } from '@primeuix/themes';
// only the parts of Aura that this page uses
import base from '@primeuix/themes/aura/base';
import button from '@primeuix/themes/aura/button';
import confirmdialog from '@primeuix/themes/aura/confirmdialog';
import datatable from '@primeuix/themes/aura/datatable';
import dialog from '@primeuix/themes/aura/dialog';
import inputnumber from '@primeuix/themes/aura/inputnumber';
import inputtext from '@primeuix/themes/aura/inputtext';
import message from '@primeuix/themes/aura/message';
import ripple from '@primeuix/themes/aura/ripple';
import select from '@primeuix/themes/aura/select';
import tag from '@primeuix/themes/aura/tag';
import App from './App.vue';
import './style.css';

const shades = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950];
const Preset = definePreset(
  { ...base, components: { button, confirmdialog, datatable, dialog, inputnumber, inputtext, message, ripple, select, tag } },
  {
    semantic: {
      primary: Object.fromEntries(shades.map((s) => [s, `{teal.${s}}`])),
      colorScheme: {
        light: {
          primary: {
            color: '{teal.700}',
            contrastColor: '#ffffff',
            hoverColor: '{teal.800}',
            activeColor: '{teal.900}',
          },
        },
      },
    },
  },
);

createApp(App)
  .use(PrimeVue, { theme: { preset: Preset, options: { darkModeSelector: 'none' } } })
  .use(ConfirmationService)
  .mount('#app');
