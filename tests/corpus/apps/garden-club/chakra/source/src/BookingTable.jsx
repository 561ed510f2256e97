import { Alert, AlertIcon, Heading, Link, Table, TableContainer, Tbody, Td, Text, Th, Thead, Tr } from '@chakra-ui/react';
import { count, findEvent, formatDay } from './data.js';

export default function BookingTable({ bookings }) {
  if (bookings.length === 0) {
    return (
      <>
        <Heading as="h1" size="lg" mb={4}>Bookings</Heading>
        <Alert status="info" borderRadius="md">
          <AlertIcon />
          <Text>No bookings so far. <Link href="#/" color="teal.700" textDecoration="underline">Find an event</Link></Text>
        </Alert>
      </>
    );
  }

  const sorted = [...bookings].sort((a, b) => (a.date + a.time < b.date + b.time ? -1 : 1));
  return (
    <>
      <Heading as="h1" size="lg">Bookings</Heading>
      <Text color="gray.600" mt={1} mb={4}>{count(bookings.length, 'booking')}, sorted by date</Text>
      <TableContainer bg="white" borderWidth="1px" borderRadius="lg" whiteSpace="normal">
        <Table size="sm">
          <Thead>
            <Tr><Th>Event</Th><Th>Date</Th><Th>Time</Th><Th>Name</Th></Tr>
          </Thead>
          <Tbody>
            {sorted.map((b) => (
              <Tr key={`${b.eventId}-${b.date}-${b.time}`}>
                <Td fontWeight="semibold">{findEvent(b.eventId)?.name}</Td>
                <Td>{formatDay(b.date)}</Td>
                <Td>{b.time}</Td>
                <Td overflowWrap="anywhere">{b.name}</Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      </TableContainer>
    </>
  );
}
