import { useRef, useState } from 'react';
import { Alert, Avatar, Box, Button, Stack, TextField, Typography } from '@mui/material';
import { useBoard } from './board.jsx';

const LIMIT = 200;

export default function Comments({ question }) {
  const { addComment } = useBoard();
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [errors, setErrors] = useState({});
  const [done, setDone] = useState('');
  const nameRef = useRef(null);
  const textRef = useRef(null);
  const id = question.id;

  const handleSubmit = (e) => {
    e.preventDefault();
    const found = {};
    if (!name.trim()) found.name = 'Please give your name.';
    else if (name.trim().length > LIMIT) found.name = `A name may have ${LIMIT} characters at most.`;
    if (!text.trim()) found.text = 'Please write a comment, it is empty.';
    else if (text.trim().length > LIMIT)
      found.text = `A comment may have ${LIMIT} characters at most, this one has ${text.trim().length}.`;
    setErrors(found);
    setDone('');
    if (found.name) nameRef.current.focus();
    else if (found.text) textRef.current.focus();
    else {
      addComment(id, { name: name.trim(), text: text.trim() });
      setText('');
      setDone('Your comment has been added.');
      textRef.current.focus();
    }
  };

  const messages = [errors.name, errors.text].filter(Boolean);

  return (
    <Box sx={{ p: 2, bgcolor: 'background.default' }}>
      <Typography variant="subtitle1" component="h3" fontWeight={600} mb={1}>
        Comments
      </Typography>
      {question.comments.length === 0 ? (
        <Typography color="text.secondary" mb={2}>
          No comments yet. Be the first to answer.
        </Typography>
      ) : (
        <Stack
          component="ul"
          role="list"
          aria-label={`Comments on ${question.title}`}
          spacing={1.5}
          sx={{ listStyle: 'none', p: 0, m: 0, mb: 2 }}
        >
          {question.comments.map((c) => (
            <Box component="li" key={c.id} sx={{ display: 'flex', gap: 1.5 }}>
              <Avatar aria-hidden="true" sx={{ width: 32, height: 32, fontSize: '0.9rem', bgcolor: 'primary.main' }}>
                {[...c.name][0].toUpperCase()}
              </Avatar>
              <Box sx={{ minWidth: 0 }}>
                <Typography variant="subtitle2" sx={{ overflowWrap: 'anywhere' }}>{c.name}</Typography>
                <Typography variant="body2" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                  {c.text}
                </Typography>
              </Box>
            </Box>
          ))}
        </Stack>
      )}
      <Stack component="form" noValidate spacing={1.5} onSubmit={handleSubmit} aria-label={`Comment on ${question.title}`}>
        {messages.length > 0 && <Alert severity="error">{messages.join(' ')}</Alert>}
        <TextField
          id={`name-${id}`}
          label="Your name"
          size="small"
          required
          autoComplete="name"
          value={name}
          onChange={(e) => setName(e.target.value)}
          error={Boolean(errors.name)}
          helperText={errors.name}
          inputRef={nameRef}
          sx={{ maxWidth: 360 }}
        />
        <TextField
          id={`text-${id}`}
          label="Your comment"
          size="small"
          required
          multiline
          minRows={2}
          value={text}
          onChange={(e) => setText(e.target.value)}
          error={Boolean(errors.text) || text.trim().length > LIMIT}
          helperText={errors.text ?? `${text.trim().length} of ${LIMIT} characters`}
          inputRef={textRef}
        />
        <Stack direction="row" spacing={2} alignItems="center">
          <Button type="submit" variant="contained">
            Add comment
          </Button>
          <Typography role="status" variant="body2" color="success.dark">
            {done}
          </Typography>
        </Stack>
      </Stack>
    </Box>
  );
}
