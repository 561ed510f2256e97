import { Card, CardActions, CardContent, Button, Checkbox, Chip, Link, Stack, Tooltip, Typography } from '@mui/material';
import Favorite from '@mui/icons-material/Favorite';
import FavoriteBorder from '@mui/icons-material/FavoriteBorder';
import type { Guesthouse } from './data';
import { useStore } from './store';

export function Heart({ house }: { house: Guesthouse }) {
  const { favourites, toggleFavourite } = useStore();
  const on = favourites.includes(house.id);
  return (
    <Tooltip title={on ? 'Remove from favourites' : 'Add to favourites'} describeChild>
      <Checkbox
        checked={on}
        onChange={() => toggleFavourite(house.id)}
        icon={<FavoriteBorder />}
        checkedIcon={<Favorite />}
        color="secondary"
        slotProps={{ input: { 'aria-label': `Favourite: ${house.title}` } }}
      />
    </Tooltip>
  );
}

export function HouseCard({ house, onBook }: { house: Guesthouse; onBook(h: Guesthouse): void }) {
  return (
    <Card component="article" aria-labelledby={`t-${house.id}`} variant="outlined" sx={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
      <CardContent sx={{ flex: 1, pb: 0 }}>
        <Stack direction="row" justifyContent="space-between" alignItems="flex-start">
          <Typography variant="h2" id={`t-${house.id}`}>
            <Link href={`#/house/${house.id}`}>{house.title}</Link>
          </Typography>
          <Heart house={house} />
        </Stack>
        <Chip size="small" label={house.setting} sx={{ my: 1 }} />
        <Typography>
          <strong>€{house.price}</strong> per night
        </Typography>
      </CardContent>
      <CardActions>
        <Button onClick={() => onBook(house)} aria-label={`Book ${house.title}`}>
          Book
        </Button>
      </CardActions>
    </Card>
  );
}

export function HouseGrid({ houses, onBook }: { houses: Guesthouse[]; onBook(h: Guesthouse): void }) {
  return (
    <Stack
      component="ul"
      aria-label="Guesthouses"
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))', listStyle: 'none', p: 0, m: 0 }}
    >
      {houses.map((h) => (
        <li key={h.id}>
          <HouseCard house={h} onBook={onBook} />
        </li>
      ))}
    </Stack>
  );
}
