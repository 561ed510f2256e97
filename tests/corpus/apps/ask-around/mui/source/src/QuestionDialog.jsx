import { useRef, useState } from 'react';
import {
  Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, MenuItem, Stack, TextField, useMediaQuery,
} from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { sameTitle } from './board.jsx';
import { TOPICS } from './examples.js';

function check({ title, votes }, questions) {
  const errors = {};
  if (!title.trim()) errors.title = 'Please enter a title.';
  else if (questions.some((x) => sameTitle(x.title, title))) errors.title = 'There is a question with this title already.';

  if (votes.trim() === '') errors.votes = 'Please enter the number of votes.';
  else if (!Number.isFinite(Number(votes))) errors.votes = 'Votes must be a number.';
  else if (Number(votes) < 0) errors.votes = 'Votes must not be negative.';
  else if (!Number.isInteger(Number(votes))) errors.votes = 'Votes must be a whole number.';
  return errors;
}

function QuestionForm({ onClose, onAdd, questions }) {
  const [values, setValues] = useState({ title: '', topic: 'Other', votes: '' });
  const [errors, setErrors] = useState({});
  const titleRef = useRef(null);
  const votesRef = useRef(null);
  const set = (field) => (e) => setValues((v) => ({ ...v, [field]: e.target.value }));

  const handleSubmit = (e) => {
    e.preventDefault();
    // a number field hands over '' for something it cannot read
    const unreadable = votesRef.current.validity?.badInput;
    const found = check(values, questions);
    if (unreadable) found.votes = 'Votes must be a number.';
    setErrors(found);
    if (found.title) titleRef.current.focus();
    else if (found.votes) votesRef.current.focus();
    else onAdd({ title: values.title.trim().replace(/\s+/g, ' '), topic: values.topic, votes: Number(values.votes) });
  };

  const messages = [errors.title, errors.votes].filter(Boolean);

  return (
    <form noValidate onSubmit={handleSubmit}>
      <DialogTitle id="add-title">Add question</DialogTitle>
      <DialogContent>
        <Stack spacing={2.5} pt={1}>
          {messages.length > 0 && <Alert severity="error">{messages.join(' ')}</Alert>}
          <TextField
            id="new-title"
            label="Title"
            required
            autoFocus
            fullWidth
            value={values.title}
            onChange={set('title')}
            error={Boolean(errors.title)}
            helperText={errors.title ?? 'Your question in one sentence'}
            inputRef={titleRef}
          />
          <TextField id="new-topic" label="Topic" select fullWidth value={values.topic} onChange={set('topic')}>
            {TOPICS.map((t) => (
              <MenuItem key={t} value={t}>
                {t}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            id="new-votes"
            label="Votes"
            type="number"
            required
            fullWidth
            value={values.votes}
            onChange={set('votes')}
            error={Boolean(errors.votes)}
            helperText={errors.votes ?? 'A whole number, 0 or more'}
            inputRef={votesRef}
            inputProps={{ min: 0, step: 1, inputMode: 'numeric' }}
          />
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="contained">
          Save question
        </Button>
      </DialogActions>
    </form>
  );
}

export default function QuestionDialog({ open, onClose, ...rest }) {
  const fullScreen = useMediaQuery(useTheme().breakpoints.down('sm'));
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="sm" fullScreen={fullScreen} aria-labelledby="add-title">
      <QuestionForm onClose={onClose} {...rest} />
    </Dialog>
  );
}
