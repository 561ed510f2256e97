import { useRef } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { Box, Button, Paper, Stack, Typography } from '@mui/material';
import FavoriteBorderIcon from '@mui/icons-material/FavoriteBorder';
import { useBoard } from './board.jsx';
import QuestionCard from './QuestionCard.jsx';
import { countOf } from './text.js';

export default function FavouritesPage() {
  const { questions, favourites } = useBoard();
  const heading = useRef(null);
  const shown = questions.filter((x) => favourites.includes(x.id));

  return (
    <>
      <Typography
        variant="h4"
        component="h1"
        ref={heading}
        tabIndex={-1}
        sx={{ outline: 'none', fontWeight: 700 }}
      >
        Favourites
      </Typography>
      <Box role="status" mb={2}>
        <Typography color="text.secondary">
          {shown.length === 0 ? 'You have no favourites yet.' : countOf(shown.length, 'favourite question')}
        </Typography>
      </Box>

      {shown.length === 0 ? (
        <Paper variant="outlined" sx={{ p: 4, textAlign: 'center' }}>
          <FavoriteBorderIcon color="disabled" sx={{ fontSize: 56 }} aria-hidden="true" />
          <Typography my={2}>Press the heart beside a question and it will be kept here.</Typography>
          <Button component={RouterLink} to="/" variant="outlined">
            Back to all questions
          </Button>
        </Paper>
      ) : (
        <Stack component="ul" spacing={2} aria-label="Favourite questions" role="list" sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {shown.map((question) => (
            <li key={question.id}>
              {/* the card goes away when unmarked, so the focus moves to the heading */}
              <QuestionCard question={question} onUnmark={() => heading.current?.focus()} />
            </li>
          ))}
        </Stack>
      )}
    </>
  );
}
