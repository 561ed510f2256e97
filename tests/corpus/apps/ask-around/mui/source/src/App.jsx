import { useEffect, useRef } from 'react';
import { Link as RouterLink, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { AppBar, Button, Container, Link, Toolbar } from '@mui/material';
import FavoriteIcon from '@mui/icons-material/Favorite';
import { useBoard } from './board.jsx';
import BoardPage from './BoardPage.jsx';
import FavouritesPage from './FavouritesPage.jsx';

export default function App() {
  const { favourites } = useBoard();
  const { pathname } = useLocation();
  const first = useRef(true);
  const onFavourites = pathname === '/favourites';

  // A new page begins at its top, and the screen reader reads its heading.
  useEffect(() => {
    document.title = onFavourites ? 'Favourites – Neighbour Notes' : 'Neighbour Notes';
    if (first.current) {
      first.current = false;
      return;
    }
    window.scrollTo(0, 0);
    document.querySelector('main h1')?.focus();
  }, [onFavourites]);

  return (
    <>
      <Link
        href="#main"
        onClick={(e) => {
          e.preventDefault();
          document.getElementById('main').focus();
        }}
        sx={{
          position: 'absolute', left: 8, top: -60, zIndex: 2000, p: 1, bgcolor: 'background.paper', borderRadius: 1,
          '&:focus': { top: 8 },
        }}
      >
        Skip to content
      </Link>
      <AppBar position="sticky">
        <Container maxWidth="md" disableGutters>
          <Toolbar component="nav" aria-label="Main" sx={{ gap: 1 }}>
            <Link
              component={RouterLink}
              to="/"
              color="inherit"
              underline="none"
              aria-current={onFavourites ? undefined : 'page'}
              sx={{ fontWeight: 700, fontSize: { xs: '1.05rem', sm: '1.25rem' }, flexGrow: 1 }}
            >
              <span aria-hidden="true">🏡 </span>
              Neighbour Notes
            </Link>
            <Button
              component={RouterLink}
              to="/favourites"
              color="inherit"
              startIcon={<FavoriteIcon />}
              aria-current={onFavourites ? 'page' : undefined}
              sx={{ whiteSpace: 'nowrap', '&[aria-current]': { bgcolor: 'rgba(255,255,255,.16)' } }}
            >
              Favourites ({favourites.length})
            </Button>
          </Toolbar>
        </Container>
      </AppBar>
      <Container component="main" id="main" tabIndex={-1} maxWidth="md" sx={{ py: { xs: 2, sm: 4 }, outline: 'none' }}>
        <Routes>
          <Route path="/" element={<BoardPage />} />
          <Route path="/favourites" element={<FavouritesPage />} />
          <Route path="*" element={<Navigate to="/" replace />} />
        </Routes>
      </Container>
    </>
  );
}
