import { useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { AppBar, Container, CssBaseline, FormControlLabel, Switch, ThemeProvider, Toolbar, Typography, createTheme, useMediaQuery } from '@mui/material';
import { Board } from './Board';

const KEY = 'porchlight.dark';

function Porchlight() {
  const system = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true });
  const [chosen, setChosen] = useState(() => localStorage.getItem(KEY));
  const dark = chosen === null ? system : chosen === 'yes';
  useEffect(() => {
    if (chosen !== null) localStorage.setItem(KEY, chosen);
  }, [chosen]);

  const theme = useMemo(
    () =>
      createTheme({
        palette: {
          mode: dark ? 'dark' : 'light',
          primary: { main: dark ? '#ffc46b' : '#8a4b08' },
          background: dark ? { default: '#171a24', paper: '#20242f' } : { default: '#fdf8f0', paper: '#ffffff' },
        },
        typography: { fontFamily: '"Segoe UI", Cantarell, "Helvetica Neue", sans-serif', button: { textTransform: 'none' } },
      }),
    [dark],
  );

  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <AppBar position="sticky" color="transparent" elevation={0} sx={{ backdropFilter: 'blur(8px)', borderBottom: 1, borderColor: 'divider' }}>
        <Toolbar sx={{ justifyContent: 'space-between' }}>
          <Typography variant="h5" component="h1" color="primary" sx={{ fontWeight: 800 }}>Porchlight</Typography>
          <FormControlLabel label="Dark mode" control={<Switch checked={dark} onChange={(e) => setChosen(e.target.checked ? 'yes' : 'no')} />} />
        </Toolbar>
      </AppBar>
      <Container component="main" maxWidth="md" sx={{ py: 3 }}>
        <Typography sx={{ mb: 2 }}>Questions from our neighbourhood, and what the neighbours think.</Typography>
        <Board />
      </Container>
    </ThemeProvider>
  );
}

createRoot(document.getElementById('root')!).render(<Porchlight />);
