export default {
  content: ['./index.html', './src/**/*.{js,jsx}'],
  theme: {
    extend: {
      colors: {
        velvet: { 50: '#fbf2f3', 100: '#f5dfe2', 600: '#9d1c33', 700: '#841629', 900: '#4a0c18' },
        cream: '#fdf9f1',
      },
      fontFamily: { display: ['Georgia', 'Cambria', 'serif'] },
    },
  },
};
