import { useMemo, useState } from 'react';
import {
  Alert, Box, Button, FormControl, InputAdornment, InputLabel, MenuItem, Paper, Select, Snackbar, Stack, TextField,
  Typography,
} from '@mui/material';
import AddIcon from '@mui/icons-material/Add';
import SearchIcon from '@mui/icons-material/Search';
import { useBoard } from './board.jsx';
import QuestionCard from './QuestionCard.jsx';
import QuestionDialog from './QuestionDialog.jsx';
import { countOf } from './text.js';

const byTitle = (a, b) => a.title.localeCompare(b.title, 'en', { sensitivity: 'base', numeric: true });
const SORTS = {
  default: { label: 'Default order' },
  lowest: { label: 'Votes lowest first', compare: (a, b) => a.votes - b.votes },
  highest: { label: 'Votes highest first', compare: (a, b) => b.votes - a.votes },
  title: { label: 'Title A to Z', compare: byTitle },
};

export default function BoardPage() {
  const { questions, addQuestion } = useBoard();
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState('default');
  const [dialogOpen, setDialogOpen] = useState(false);
  const [notice, setNotice] = useState('');
  const [noticeOpen, setNoticeOpen] = useState(false);

  const shown = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    const found = questions.filter((x) => `${x.title}\n${x.topic}`.toLowerCase().includes(wanted));
    const { compare } = SORTS[sort];
    return compare ? [...found].sort(compare) : found;
  }, [questions, search, sort]);

  const searching = search.trim() !== '';

  const handleAdd = (question) => {
    addQuestion(question);
    setDialogOpen(false);
    setSearch('');
    setNotice(`“${question.title}” is on the board now.`);
    setNoticeOpen(true);
  };

  return (
    <>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} justifyContent="space-between" alignItems={{ sm: 'center' }} mb={2}>
        <Box>
          <Typography variant="h4" component="h1" tabIndex={-1} sx={{ outline: 'none', fontWeight: 700 }}>
            Questions
          </Typography>
          <Typography color="text.secondary">Ask around. Somebody next door may know.</Typography>
        </Box>
        <Button variant="contained" size="large" startIcon={<AddIcon />} onClick={() => setDialogOpen(true)}>
          Add question
        </Button>
      </Stack>

      <Paper variant="outlined" component="search" sx={{ display: 'block', p: 2, mb: 2 }}>
        <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
          <TextField
            id="search"
            label="Search questions"
            placeholder="Title or topic"
            type="search"
            size="small"
            fullWidth
            value={search}
            onChange={(e) => setSearch(e.target.value)}
            InputProps={{
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon aria-hidden="true" />
                </InputAdornment>
              ),
            }}
          />
          <FormControl size="small" sx={{ minWidth: 210 }}>
            <InputLabel id="sort-label">Sort by</InputLabel>
            <Select labelId="sort-label" id="sort" label="Sort by" value={sort} onChange={(e) => setSort(e.target.value)}>
              {Object.entries(SORTS).map(([key, { label }]) => (
                <MenuItem key={key} value={key}>
                  {label}
                </MenuItem>
              ))}
            </Select>
          </FormControl>
        </Stack>
      </Paper>

      <Box role="status" mb={2}>
        <Typography fontWeight={600}>
          {searching
            ? `${shown.length} of ${countOf(questions.length, 'question')}`
            : countOf(questions.length, 'question')}
        </Typography>
        {shown.length === 0 && (
          <Typography mt={1}>
            {searching ? `Nothing matches “${search.trim()}”. Try another word.` : 'No questions yet. Ask the first one!'}
          </Typography>
        )}
      </Box>

      {shown.length > 0 && (
        <Stack component="ul" spacing={2} aria-label="Questions" sx={{ listStyle: 'none', p: 0, m: 0 }} role="list">
          {shown.map((question) => (
            <li key={question.id}>
              <QuestionCard question={question} />
            </li>
          ))}
        </Stack>
      )}

      <QuestionDialog open={dialogOpen} onClose={() => setDialogOpen(false)} onAdd={handleAdd} questions={questions} />

      <Snackbar
        open={noticeOpen}
        autoHideDuration={5000}
        onClose={(_, reason) => reason !== 'clickaway' && setNoticeOpen(false)}
      >
        <Alert severity="success" variant="filled" role="status" onClose={() => setNoticeOpen(false)}>
          {notice}
        </Alert>
      </Snackbar>
    </>
  );
}
