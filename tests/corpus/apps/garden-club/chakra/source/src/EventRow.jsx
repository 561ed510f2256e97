import { Box, Button, ButtonGroup, Collapse, Flex, Heading, HStack, IconButton, Tag, Text } from '@chakra-ui/react';
import { ChatIcon, StarIcon } from '@chakra-ui/icons';
import BookingForm from './BookingForm.jsx';
import { count, formatPrice } from './data.js';

function StarPicker({ name, mine, onRate }) {
  return (
    <HStack spacing={0} role="group" aria-label={`Rate ${name}`}>
      {[1, 2, 3, 4, 5].map((n) => (
        <IconButton
          key={n}
          size="sm"
          variant="ghost"
          aria-label={`Rate ${count(n, 'star')}`}
          aria-pressed={mine === n}
          icon={<StarIcon boxSize={4} color={n <= mine ? 'orange.400' : 'gray.300'} />}
          onClick={() => onRate(n)}
        />
      ))}
    </HStack>
  );
}

export default function EventRow({ event, tickets, booking, onToggleBooking, onComments }) {
  const { mine, votes, average } = tickets.ratingOf(event.id);
  const comments = tickets.commentsOn(event.id).length;

  return (
    <Box as="li" p={4}>
      <Flex justify="space-between" gap={4}>
        <Box minW={0}>
          <Heading as="h2" size="sm">{event.name}</Heading>
          <HStack mt={1} spacing={2} flexWrap="wrap">
            <Tag size="sm" colorScheme="purple">{event.kind}</Tag>
            <Text fontSize="sm" color="gray.600">
              {votes ? `★ ${average.toFixed(1)} (${count(votes, 'rating')})` : 'Not rated yet (0 ratings)'}
            </Text>
          </HStack>
        </Box>
        <Text fontWeight="bold" fontSize="lg" whiteSpace="nowrap">{formatPrice(event.price)}</Text>
      </Flex>

      <Flex mt={2} columnGap={4} rowGap={2} justify="space-between" align="center" wrap="wrap">
        <Flex columnGap={2} align="center" wrap="wrap">
          <StarPicker name={event.name} mine={mine} onRate={(n) => tickets.rate(event.id, n)} />
          <Text fontSize="sm" aria-live="polite">{mine > 0 && `You gave ${count(mine, 'star')}`}</Text>
        </Flex>
        <ButtonGroup size="sm">
          <Button variant="ghost" leftIcon={<ChatIcon />} onClick={onComments}>Comments ({comments})</Button>
          <Button colorScheme="teal" bg="teal.600" variant={booking ? 'outline' : 'solid'} {...(booking && { bg: 'white' })} aria-expanded={booking} onClick={onToggleBooking}>
            {booking ? 'Close' : 'Book'}
          </Button>
        </ButtonGroup>
      </Flex>

      <Collapse in={booking} unmountOnExit>
        <BookingForm event={event} onBook={tickets.book} onDone={onToggleBooking} />
      </Collapse>
    </Box>
  );
}
