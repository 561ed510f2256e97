import { createTheme } from '@mui/material/styles';

export default createTheme({
  palette: {
    primary: { main: '#2e6b4f' },
    secondary: { main: '#b3261e' },
    background: { default: '#f6f5f0' },
  },
  shape: { borderRadius: 10 },
  typography: {
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
    button: { textTransform: 'none', fontWeight: 600 },
  },
});
