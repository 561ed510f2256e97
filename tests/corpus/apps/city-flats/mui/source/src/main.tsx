import { createRoot } from 'react-dom/client';
import { CssBaseline, ThemeProvider, createTheme } from '@mui/material';
import { StoreProvider } from './store';
import { App } from './App';

const theme = createTheme({
  palette: {
    primary: { main: '#1f5c63' },
    secondary: { main: '#b3412e' },
    background: { default: '#f6f3ec' },
  },
  shape: { borderRadius: 10 },
  typography: { h1: { fontSize: '2rem', fontWeight: 700 }, h2: { fontSize: '1.25rem', fontWeight: 600 }, button: { textTransform: 'none' } },
});

createRoot(document.getElementById('root')!).render(
  <ThemeProvider theme={theme}>
    <CssBaseline />
    <StoreProvider>
      <App />
    </StoreProvider>
  </ThemeProvider>,
);
