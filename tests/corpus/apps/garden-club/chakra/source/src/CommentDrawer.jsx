import { useEffect, useState } from 'react';
import {
  Box, Button, Drawer, DrawerBody, DrawerCloseButton, DrawerContent, DrawerFooter, DrawerHeader, DrawerOverlay,
  FormControl, FormErrorMessage, FormHelperText, FormLabel, Input, Stack, Text, Textarea,
} from '@chakra-ui/react';
import { MAX_COMMENT_LENGTH } from './data.js';

const when = (at) => new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });

export default function CommentDrawer({ event, tickets, isOpen, onClose }) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const comments = tickets.commentsOn(event.id);

  useEffect(() => {
    setText('');
    setTried(false);
  }, [event.id]);

  const length = text.trim().length;
  const tooLong = length > MAX_COMMENT_LENGTH;
  const nameError = tried && !name.trim() && 'A name is needed.';
  const textError = (tooLong && `At most ${MAX_COMMENT_LENGTH} characters, this has ${length}.`) || (tried && !length && 'An empty comment cannot be sent.');

  function send(e) {
    e.preventDefault();
    setTried(true);
    if (!name.trim() || !length || tooLong) return;
    tickets.addComment(event.id, name, text);
    setText('');
    setTried(false);
  }

  return (
    <Drawer isOpen={isOpen} onClose={onClose} placement="right" size="sm">
      <DrawerOverlay />
      <DrawerContent>
        <DrawerCloseButton />
        <DrawerHeader pr={12}>Comments on {event.name}</DrawerHeader>
        <DrawerBody>
          {comments.length === 0 && <Text color="gray.600">Nobody has written anything yet.</Text>}
          <Stack as="ul" listStyleType="none" spacing={4}>
            {comments.map((c) => (
              <Box as="li" key={c.at + c.name + c.text} borderLeft="3px solid" borderColor="teal.500" pl={3}>
                <Text fontSize="sm" overflowWrap="anywhere">
                  <b>{c.name}</b>, {when(c.at)}
                </Text>
                <Text whiteSpace="pre-wrap" overflowWrap="anywhere">{c.text}</Text>
              </Box>
            ))}
          </Stack>
        </DrawerBody>
        <DrawerFooter borderTopWidth="1px">
          <Stack as="form" noValidate w="full" spacing={3} onSubmit={send}>
            <FormControl isInvalid={!!nameError}>
              <FormLabel>Name</FormLabel>
              <Input autoComplete="name" value={name} onChange={(e) => setName(e.target.value)} />
              <FormErrorMessage>{nameError}</FormErrorMessage>
            </FormControl>
            <FormControl isInvalid={!!textError}>
              <FormLabel>Comment</FormLabel>
              <Textarea rows={3} value={text} onChange={(e) => setText(e.target.value)} />
              {textError
                ? <FormErrorMessage>{textError}</FormErrorMessage>
                : <FormHelperText>{MAX_COMMENT_LENGTH - length} characters left</FormHelperText>}
            </FormControl>
            <Button type="submit" colorScheme="teal" bg="teal.600">Send comment</Button>
          </Stack>
        </DrawerFooter>
      </DrawerContent>
    </Drawer>
  );
}
