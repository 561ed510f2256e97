import { useEffect, useRef, useState } from 'react';
import {
  Alert, AppBar, Box, Button, Container, Link, MenuItem, Paper, Snackbar, Stack, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, TextField, Toolbar, Typography,
} from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { Guesthouse, SETTINGS, guesthouses, prettyDay } from './data';
import { useHashRoute, useStore } from './store';
import { Heart, HouseGrid } from './HouseCard';
import { BookDialog } from './BookDialog';

type PageProps = { onBook(h: Guesthouse): void };

function PageTitle({ children }: { children: string }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} – Half Board`;
    // after a change of page, move the reading position to the new heading
    if (document.body.dataset.visited) ref.current?.focus({ preventScroll: true });
    document.body.dataset.visited = 'yes';
    scrollTo(0, 0);
  }, [children]);
  return <Typography variant="h1" ref={ref} tabIndex={-1} sx={{ outline: 'none' }} gutterBottom>{children}</Typography>;
}

function useListFilters() {
  const [query, setQuery] = useState('');
  const [setting, setSetting] = useState('');
  const [max, setMax] = useState('');
  const q = query.trim().toLowerCase();
  const limit = max.trim() === '' ? Infinity : Number(max);
  const shown = guesthouses.filter(
    (h) =>
      (!q || `${h.title} ${h.setting}`.toLowerCase().includes(q)) &&
      (!setting || h.setting === setting) &&
      (Number.isNaN(limit) || h.price <= limit),
  );
  const active = !!(query || setting || max);
  const clear = () => { setQuery(''); setSetting(''); setMax(''); };
  return { query, setQuery, setting, setSetting, max, setMax, shown, active, clear };
}

function ListPage({ onBook, filters: f }: PageProps & { filters: ReturnType<typeof useListFilters> }) {
  return (
    <>
      <PageTitle>Small guesthouses</PageTitle>
      <Typography role="status" sx={{ mb: 2 }}>
        {f.active ? `${f.shown.length} of ${guesthouses.length} guesthouses` : `${guesthouses.length} guesthouses`}
      </Typography>
      <Paper component="section" aria-label="Search and filters" variant="outlined" sx={{ p: 2, mb: 3 }}>
        <Stack direction={{ xs: 'column', md: 'row' }} spacing={2} alignItems={{ md: 'center' }}>
          <TextField id="q" type="search" label="Search guesthouses" value={f.query} onChange={(e) => f.setQuery(e.target.value)} size="small" sx={{ flex: 2 }} />
          <TextField
            id="setting" select label="Setting" value={f.setting} onChange={(e) => f.setSetting(e.target.value)} size="small" sx={{ flex: 1, minWidth: 150 }}
            slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
          >
            <MenuItem value="">All settings</MenuItem>
            {SETTINGS.map((s) => <MenuItem key={s} value={s}>{s}</MenuItem>)}
          </TextField>
          <TextField
            id="max" type="number" label="Maximum price (€ per night)" value={f.max} onChange={(e) => f.setMax(e.target.value)} size="small" sx={{ flex: 1.4 }}
            slotProps={{ htmlInput: { min: 0 } }}
          />
          <Button variant="outlined" onClick={f.clear} disabled={!f.active}>Clear all</Button>
        </Stack>
      </Paper>
      {f.shown.length ? <HouseGrid houses={f.shown} onBook={onBook} /> : (
        <Alert severity="info" role="status">No guesthouse matches. Try other words, another setting or a higher price.</Alert>
      )}
    </>
  );
}

function DetailPage({ id, onBook }: PageProps & { id: string }) {
  const { nextFreeNight } = useStore();
  const house = guesthouses.find((h) => h.id === id);
  const back = <Link href="#/" sx={{ display: 'inline-block', mb: 2 }}>← Back to all guesthouses</Link>;
  if (!house) return <>{back}<PageTitle>Guesthouse not found</PageTitle></>;
  const facts: [string, string][] = [
    ['Setting', house.setting],
    ['Price per night', `€${house.price}`],
    ['Host', house.host],
    ['Next free night', prettyDay(nextFreeNight(house.id))],
  ];
  return (
    <>
      {back}
      <Paper component="article" variant="outlined" sx={{ p: { xs: 2, sm: 4 }, maxWidth: 640 }}>
        <Stack direction="row" justifyContent="space-between" alignItems="flex-start">
          <PageTitle>{house.title}</PageTitle>
          <Heart house={house} />
        </Stack>
        <Typography sx={{ mb: 3 }}>{house.text}</Typography>
        <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 3, rowGap: 1, m: 0, mb: 3, '& dt': { color: 'text.secondary' }, '& dd': { m: 0, fontWeight: 600 } }}>
          {facts.map(([k, v]) => <Box key={k} sx={{ display: 'contents' }}><dt>{k}</dt><dd>{v}</dd></Box>)}
        </Box>
        <Button variant="contained" size="large" onClick={() => onBook(house)}>Book this guesthouse</Button>
      </Paper>
    </>
  );
}

function FavouritesPage({ onBook }: PageProps) {
  const { favourites } = useStore();
  const houses = guesthouses.filter((h) => favourites.includes(h.id));
  return (
    <>
      <PageTitle>Favourites</PageTitle>
      <Typography role="status" sx={{ mb: 2 }}>
        {houses.length ? `${houses.length} ${houses.length === 1 ? 'favourite' : 'favourites'}` : 'You have no favourites yet. Mark a guesthouse with its heart and it appears here.'}
      </Typography>
      {houses.length > 0 && <HouseGrid houses={houses} onBook={onBook} />}
    </>
  );
}

function BookingsPage() {
  const { bookings } = useStore();
  const rows = [...bookings].sort((a, b) => (a.date + a.time).localeCompare(b.date + b.time));
  const title = (id: string) => guesthouses.find((h) => h.id === id)?.title ?? id;
  return (
    <>
      <PageTitle>Bookings</PageTitle>
      {rows.length === 0 ? <Typography>No bookings yet.</Typography> : (
        <TableContainer component={Paper} variant="outlined">
          <Table size="small" sx={{ "& td, & th": { px: { xs: 1, sm: 2 } } }}>
            <caption style={visuallyHidden as React.CSSProperties}>All bookings, soonest first</caption>
            <TableHead>
              <TableRow>{['Guesthouse', 'Date', 'Time', 'Name'].map((h) => <TableCell key={h}>{h}</TableCell>)}</TableRow>
            </TableHead>
            <TableBody>
              {rows.map((b) => (
                <TableRow key={b.id}>
                  <TableCell component="th" scope="row"><Link href={`#/house/${b.houseId}`}>{title(b.houseId)}</Link></TableCell>
                  <TableCell>{prettyDay(b.date)}</TableCell>
                  <TableCell>{b.time}</TableCell>
                  <TableCell>{b.name}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </>
  );
}

export function App() {
  const [page = '', id = ''] = useHashRoute();
  const { bookings, favourites } = useStore();
  const filters = useListFilters();
  const [booking, setBooking] = useState<Guesthouse | null>(null);
  const [message, setMessage] = useState('');
  const nav: [string, string, string][] = [
    ['', '#/', 'Guesthouses'],
    ['favourites', '#/favourites', `Favourites (${favourites.length})`],
    ['bookings', '#/bookings', `Bookings (${bookings.length})`],
  ];

  return (
    <>
      <AppBar position="static" elevation={0}>
        <Toolbar sx={{ flexWrap: 'wrap', py: 1, columnGap: 2 }}>
          <Link href="#/" color="inherit" underline="none" sx={{ fontFamily: 'Georgia, serif', fontSize: 24, flexGrow: 1 }}>Half Board</Link>
          <Stack component="nav" aria-label="Main" direction="row" flexWrap="wrap">
            {nav.map(([key, href, label]) => (
              <Button key={key} href={href} color="inherit" aria-current={page === key ? 'page' : undefined}
                sx={{ px: 1, borderBottom: 2, borderRadius: 0, borderColor: page === key ? 'currentColor' : 'transparent' }}>{label}</Button>
            ))}
          </Stack>
        </Toolbar>
      </AppBar>
      <Container component="main" sx={{ py: 3 }}>
        {page === 'house' ? <DetailPage id={id} onBook={setBooking} />
          : page === 'favourites' ? <FavouritesPage onBook={setBooking} />
          : page === 'bookings' ? <BookingsPage />
          : <ListPage onBook={setBooking} filters={filters} />}
      </Container>
      {booking && (
        <BookDialog house={booking} onClose={() => setBooking(null)} onBooked={(m) => { setBooking(null); setMessage(m); }} />
      )}
      <Snackbar open={!!message} autoHideDuration={8000} onClose={(_, why) => why !== 'clickaway' && setMessage('')} anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}>
        <Alert severity="success" role="status" onClose={() => setMessage('')} closeText="Dismiss message">{message}</Alert>
      </Snackbar>
    </>
  );
}
