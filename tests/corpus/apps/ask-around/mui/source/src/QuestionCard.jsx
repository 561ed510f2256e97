import { useState } from 'react';
import {
  Box, Button, Card, CardActions, CardContent, Chip, Collapse, Divider, IconButton, Stack, Typography,
} from '@mui/material';
import ChatBubbleOutlineIcon from '@mui/icons-material/ChatBubbleOutline';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import FavoriteIcon from '@mui/icons-material/Favorite';
import FavoriteBorderIcon from '@mui/icons-material/FavoriteBorder';
import { useBoard } from './board.jsx';
import Comments from './Comments.jsx';

export default function QuestionCard({ question, onUnmark }) {
  const { favourites, toggleFavourite } = useBoard();
  const [open, setOpen] = useState(false);
  const favourite = favourites.includes(question.id);
  const headingId = `title-${question.id}`;
  const panelId = `comments-${question.id}`;

  const handleHeart = () => {
    toggleFavourite(question.id);
    if (favourite) onUnmark?.();
  };

  return (
    <Card component="article" variant="outlined" aria-labelledby={headingId}>
      <CardContent sx={{ display: 'flex', gap: 2, alignItems: 'flex-start', pb: 0.5 }}>
        <Box
          sx={{
            flexShrink: 0, width: 64, py: 1, textAlign: 'center', borderRadius: 2, bgcolor: '#e4efe8', color: 'primary.dark',
          }}
        >
          <Typography component="div" sx={{ fontSize: '1.35rem', fontWeight: 700, lineHeight: 1.1 }}>
            {question.votes}
          </Typography>
          <Typography component="div" variant="caption">
            {question.votes === 1 ? ' vote' : ' votes'}
          </Typography>
        </Box>
        <Stack spacing={1} alignItems="flex-start" sx={{ flexGrow: 1, minWidth: 0 }}>
          <Typography id={headingId} variant="h6" component="h2" sx={{ lineHeight: 1.3, overflowWrap: 'anywhere' }}>
            {question.title}
          </Typography>
          <Chip label={question.topic} size="small" variant="outlined" />
        </Stack>
        <IconButton
          onClick={handleHeart}
          aria-pressed={favourite}
          aria-label={`Favourite: ${question.title}`}
          color={favourite ? 'secondary' : 'default'}
          sx={{ mt: -0.5, mr: -1 }}
        >
          {favourite ? <FavoriteIcon /> : <FavoriteBorderIcon />}
        </IconButton>
      </CardContent>
      <CardActions sx={{ px: 2 }}>
        <Button
          size="small"
          onClick={() => setOpen(!open)}
          aria-expanded={open}
          aria-controls={panelId}
          aria-describedby={headingId}
          startIcon={<ChatBubbleOutlineIcon />}
          endIcon={<ExpandMoreIcon sx={{ transform: open ? 'rotate(180deg)' : 'none', transition: 'transform .2s' }} />}
        >
          Comments ({question.comments.length})
        </Button>
      </CardActions>
      <Collapse in={open} timeout={180} unmountOnExit={false} id={panelId}>
        {open && (
          <>
            <Divider />
            <Comments question={question} />
          </>
        )}
      </Collapse>
    </Card>
  );
}
