import { FormEvent, useState } from 'react';
import {
  Accordion, AccordionDetails, AccordionSummary, Avatar, Box, Button, Chip, List, ListItem, ListItemAvatar, ListItemText, Stack, TextField, Typography,
} from '@mui/material';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { Comment, Question } from './questions';

interface Props {
  question: Question;
  comments: Comment[];
  open: boolean;
  onToggle(open: boolean): void;
  onComment(c: Comment): void;
}

function CommentForm({ id, onComment }: { id: number; onComment(c: Comment): void }) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);

  function submit(e: FormEvent) {
    e.preventDefault();
    if (!name.trim() || !text.trim()) return setTried(true);
    onComment({ name: name.trim(), text: text.trim() });
    setText('');
    setTried(false);
  }
  const noName = tried && !name.trim();
  const noText = tried && !text.trim();

  return (
    <Box component="form" onSubmit={submit} noValidate>
      <Typography variant="subtitle2" component="h3" gutterBottom>Leave a comment</Typography>
      <Stack spacing={2} alignItems="flex-start">
        <TextField id={`name-${id}`} size="small" label="Your name" value={name} onChange={(e) => setName(e.target.value)} error={noName} helperText={noName && 'Please tell us your name.'} fullWidth />
        <TextField id={`text-${id}`} size="small" label="Comment" value={text} onChange={(e) => setText(e.target.value)} error={noText} helperText={noText && 'Please write something.'} multiline minRows={2} fullWidth />
        <Button type="submit" variant="contained">Post comment</Button>
      </Stack>
    </Box>
  );
}

export function QuestionItem({ question: q, comments, open, onToggle, onComment }: Props) {
  return (
    <Accordion expanded={open} onChange={(_, o) => onToggle(o)} slotProps={{ heading: { component: 'h2' }, transition: { unmountOnExit: true } }}>
      <AccordionSummary expandIcon={<ExpandMore />} id={`q-${q.id}`} aria-controls={`panel-${q.id}`}>
        <Stack direction="row" spacing={2} alignItems="center" sx={{ width: '100%', pr: 1 }}>
          <Box sx={{ textAlign: 'center', minWidth: 52 }}>
            <Typography sx={{ fontSize: 22, fontWeight: 700, lineHeight: 1 }} color="primary">{q.votes}</Typography>
            <Typography variant="caption">votes</Typography>
          </Box>
          <Box sx={{ minWidth: 0 }}>
            <Typography sx={{ fontWeight: 600 }}>{q.title}</Typography>
            <Stack direction="row" spacing={1} alignItems="center" flexWrap="wrap" useFlexGap>
              <Chip size="small" variant="outlined" label={q.topic} />
              <Typography variant="caption" color="text.secondary">
                {comments.length} {comments.length === 1 ? 'comment' : 'comments'}
              </Typography>
            </Stack>
          </Box>
        </Stack>
      </AccordionSummary>
      <AccordionDetails>
        <Typography>{q.body}</Typography>
        <Typography variant="caption" color="text.secondary">asked by {q.by}</Typography>
        {comments.length > 0 && (
          <List dense>
            {comments.map((c, i) => (
              <ListItem key={i} disableGutters alignItems="flex-start">
                <ListItemAvatar><Avatar sx={{ width: 32, height: 32, fontSize: 15 }}>{c.name[0].toUpperCase()}</Avatar></ListItemAvatar>
                <ListItemText primary={c.name} secondary={c.text} sx={{ overflowWrap: 'anywhere' }} />
              </ListItem>
            ))}
          </List>
        )}
        <Box sx={{ mt: 2 }}><CommentForm id={q.id} onComment={onComment} /></Box>
      </AccordionDetails>
    </Accordion>
  );
}
