import { useEffect, useMemo, useState } from 'react';
import { Alert, Box, Button, Chip, InputAdornment, MenuItem, Pagination, Stack, TextField, Typography } from '@mui/material';
import Search from '@mui/icons-material/Search';
import { Comment, firstComments, questions, topics } from './questions';
import { QuestionItem } from './QuestionItem';

const PER_PAGE = 5;
const KEY = 'porchlight.comments';

function loadComments(): Record<number, Comment[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '') ?? firstComments;
  } catch {
    return firstComments;
  }
}

export function Board() {
  const [search, setSearch] = useState('');
  const [topic, setTopic] = useState('');
  const [most, setMost] = useState('');
  const [sort, setSort] = useState('newest');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<number | null>(null);
  const [comments, setComments] = useState(loadComments);

  useEffect(() => localStorage.setItem(KEY, JSON.stringify(comments)), [comments]);

  const found = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const list = questions.filter((q) => {
      const text = `${q.title} ${q.body} ${q.topic}`.toLowerCase();
      return words.every((w) => text.includes(w)) && (!topic || q.topic === topic) && (most === '' || q.votes <= Number(most));
    });
    return sort === 'votes' ? list.sort((a, b) => b.votes - a.votes) : list;
  }, [search, topic, most, sort]);

  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const current = Math.min(page, pages);
  const shown = found.slice((current - 1) * PER_PAGE, current * PER_PAGE);
  const filtered = !!(search || topic || most);

  /** every change of a filter goes back to the first page */
  function change(set: (v: string) => void, value: string) {
    set(value);
    setPage(1);
    setOpen(null);
  }

  return (
    <>
      <TextField
        id="search" type="search" label="Search questions" fullWidth value={search} onChange={(e) => change(setSearch, e.target.value)}
        slotProps={{ input: { startAdornment: <InputAdornment position="start"><Search /></InputAdornment> } }}
      />
      <Stack direction="row" useFlexGap flexWrap="wrap" spacing={1} sx={{ my: 2 }} role="group" aria-label="Topic">
        <Chip label="All topics" color={topic ? 'default' : 'primary'} onClick={() => change(setTopic, '')} aria-pressed={!topic} />
        {topics.map((t) => (
          <Chip key={t} label={t} color={topic === t ? 'primary' : 'default'} onClick={() => change(setTopic, topic === t ? '' : t)} aria-pressed={topic === t} />
        ))}
      </Stack>
      <Stack direction="row" useFlexGap flexWrap="wrap" spacing={2} alignItems="center" sx={{ mb: 2 }}>
        <TextField id="most" type="number" size="small" label="Highest votes" value={most} onChange={(e) => change(setMost, e.target.value)} sx={{ width: 150 }} slotProps={{ htmlInput: { min: 0 } }} />
        <TextField id="sort" select size="small" label="Order" value={sort} onChange={(e) => change(setSort, e.target.value)} sx={{ width: 190 }}>
          <MenuItem value="newest">Newest first</MenuItem>
          <MenuItem value="votes">Highest votes first</MenuItem>
        </TextField>
        {filtered && <Button onClick={() => { setSearch(''); setTopic(''); change(setMost, ''); }}>Clear filters</Button>}
      </Stack>
      <Typography role="status" color="text.secondary" sx={{ mb: 1 }}>
        {found.length} {found.length === 1 ? 'question' : 'questions'}{pages > 1 && `, page ${current} of ${pages}`}
      </Typography>

      {shown.map((q) => (
        <QuestionItem
          key={q.id} question={q} comments={comments[q.id] ?? []}
          open={open === q.id} onToggle={(o) => setOpen(o ? q.id : null)}
          onComment={(c) => setComments({ ...comments, [q.id]: [...(comments[q.id] ?? []), c] })}
        />
      ))}
      {found.length === 0 && <Alert severity="info">No question fits. Try another word, topic or number of votes.</Alert>}

      {pages > 1 && (
        <Box sx={{ display: 'flex', justifyContent: 'center', mt: 3 }}>
          <Pagination count={pages} page={current} color="primary" onChange={(_, p) => { setPage(p); setOpen(null); }} />
        </Box>
      )}
    </>
  );
}
