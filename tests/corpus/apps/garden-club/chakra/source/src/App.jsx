import { useEffect, useState } from 'react';
import { Badge, Box, Container, Flex, Heading, HStack, Link, Text } from '@chakra-ui/react';
import EventList from './EventList.jsx';
import BookingTable from './BookingTable.jsx';
import useTickets from './useTickets.js';

function useHash() {
  const [hash, setHash] = useState(window.location.hash);
  useEffect(() => {
    const onChange = () => {
      setHash(window.location.hash);
      window.scrollTo(0, 0);
    };
    window.addEventListener('hashchange', onChange);
    return () => window.removeEventListener('hashchange', onChange);
  }, []);
  return hash;
}

function MenuLink({ to, active, children }) {
  return (
    <Link
      href={to}
      aria-current={active ? 'page' : undefined}
      fontWeight="semibold"
      py={2}
      borderBottom="3px solid"
      borderColor={active ? 'teal.600' : 'transparent'}
      _hover={{ textDecoration: 'none', color: 'teal.700' }}
    >
      {children}
    </Link>
  );
}

export default function App() {
  const tickets = useTickets();
  const onBookings = useHash() === '#/bookings';

  return (
    <>
      <Box as="header" bg="white" borderBottomWidth="1px" position="sticky" top={0} zIndex="sticky">
        <Container maxW="3xl">
          <Flex align="center" justify="space-between" wrap="wrap" columnGap={6} pt={2}>
            <Link href="#/" _hover={{ textDecoration: 'none' }}>
              <Heading as="span" size="md" color="teal.700">Curtain Call</Heading>
            </Link>
            <HStack as="nav" aria-label="Main menu" spacing={5}>
              <MenuLink to="#/" active={!onBookings}>What’s on</MenuLink>
              <MenuLink to="#/bookings" active={onBookings}>
                Bookings{' '}
                <Badge colorScheme="teal" variant="solid" bg="teal.700" borderRadius="full" px={2} ml={1}>{tickets.bookings.length}</Badge>
              </MenuLink>
            </HStack>
          </Flex>
        </Container>
      </Box>

      <Container as="main" maxW="3xl" py={6}>
        {onBookings ? <BookingTable bookings={tickets.bookings} /> : <EventList tickets={tickets} />}
      </Container>

      <Container as="footer" maxW="3xl" pb={8}>
        <Text fontSize="sm" color="gray.600">Curtain Call, the ticket page for our town’s stages</Text>
      </Container>
    </>
  );
}
