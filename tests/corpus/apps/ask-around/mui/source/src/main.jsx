import React from 'react';
import { createRoot } from 'react-dom/client';
import { HashRouter } from 'react-router-dom';
import { CssBaseline, ThemeProvider } from '@mui/material';
import App from './App.jsx';
import { BoardProvider } from './board.jsx';
import theme from './theme.js';

createRoot(document.getElementById('root')).render(
  <React.StrictMode>
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <HashRouter>
        <BoardProvider>
          <App />
        </BoardProvider>
      </HashRouter>
    </ThemeProvider>
  </React.StrictMode>,
);
