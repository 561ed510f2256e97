import { useRef, useState } from 'react';
import {
  Alert, AlertIcon, Box, Button, ButtonGroup, CloseButton, Divider, Flex, FormControl, FormLabel, Heading,
  Input, InputGroup, InputLeftElement, InputRightElement, Stack, Text, useDisclosure,
} from '@chakra-ui/react';
import { ArrowBackIcon, ArrowForwardIcon, SearchIcon } from '@chakra-ui/icons';
import CommentDrawer from './CommentDrawer.jsx';
import EventRow from './EventRow.jsx';
import { count, events } from './data.js';

const PER_PAGE = 6;

export default function EventList({ tickets }) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const [bookingId, setBookingId] = useState(null);
  const [talkAbout, setTalkAbout] = useState(events[0]);
  const drawer = useDisclosure();
  const listTop = useRef(null);
  const searchField = useRef(null);

  const term = search.trim().toLowerCase();
  const hits = events.filter((e) => e.name.toLowerCase().includes(term) || e.kind.toLowerCase().includes(term));
  const lastPage = Math.max(0, Math.ceil(hits.length / PER_PAGE) - 1);
  const visible = hits.slice(page * PER_PAGE, (page + 1) * PER_PAGE);

  function narrow(text) {
    setSearch(text);
    setPage(0);
    setBookingId(null);
  }

  function turn(step) {
    setPage(page + step);
    setBookingId(null);
    listTop.current.scrollIntoView({ block: 'start' });
  }

  return (
    <>
      <Heading as="h1" size="lg">Going out this week?</Heading>
      <Text color="gray.600" mt={1}>{count(events.length, 'event')} on our stages, daily at 17:00, 18:30 and 20:00.</Text>

      <FormControl mt={5}>
        <FormLabel>Find an event</FormLabel>
        <InputGroup>
          <InputLeftElement pointerEvents="none"><SearchIcon color="gray.500" /></InputLeftElement>
          <Input ref={searchField} bg="white" borderColor="gray.400" placeholder="Name or kind, e.g. jazz" value={search} onChange={(e) => narrow(e.target.value)} />
          {search && (
            <InputRightElement>
              <CloseButton size="sm" aria-label="Clear the search" onClick={() => { narrow(''); searchField.current.focus(); }} />
            </InputRightElement>
          )}
        </InputGroup>
      </FormControl>

      <Box ref={listTop} mt={5} sx={{ scrollMarginTop: '80px' }}>
        {hits.length === 0 ? (
          <Alert status="info" borderRadius="md"><AlertIcon />No event matches “{search.trim()}”.</Alert>
        ) : (
          <Stack as="ul" listStyleType="none" spacing={0} divider={<Divider as="li" aria-hidden />} bg="white" borderWidth="1px" borderRadius="lg">
            {visible.map((event) => (
              <EventRow
                key={event.id}
                event={event}
                tickets={tickets}
                booking={bookingId === event.id}
                onToggleBooking={() => setBookingId(bookingId === event.id ? null : event.id)}
                onComments={() => { setTalkAbout(event); drawer.onOpen(); }}
              />
            ))}
          </Stack>
        )}
      </Box>

      <Flex mt={4} gap={3} align="center" justify="space-between" wrap="wrap">
        <Text aria-live="polite">
          {term ? `${hits.length} of ${count(events.length, 'event')}` : `${count(events.length, 'event')} in all`}
          {hits.length > 0 && `, page ${page + 1} of ${lastPage + 1}`}
        </Text>
        <ButtonGroup variant="outline" size="sm">
          <Button leftIcon={<ArrowBackIcon />} isDisabled={page === 0} onClick={() => turn(-1)}>Previous page</Button>
          <Button rightIcon={<ArrowForwardIcon />} isDisabled={page >= lastPage} onClick={() => turn(1)}>Next page</Button>
        </ButtonGroup>
      </Flex>

      <CommentDrawer event={talkAbout} tickets={tickets} isOpen={drawer.isOpen} onClose={drawer.onClose} />
    </>
  );
}
