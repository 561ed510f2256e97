import { useState } from 'react';
import {
  Box, Button, FormControl, FormErrorMessage, FormLabel, Input, Radio, RadioGroup, SimpleGrid, Stack, useToast,
} from '@chakra-ui/react';
import { formatDay, SLOTS } from './data.js';

export default function BookingForm({ event, onBook, onDone }) {
  const [date, setDate] = useState('');
  const [time, setTime] = useState(SLOTS[0]);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState(null);
  const toast = useToast();

  const wrong = (field) => problem?.field === field;
  const edit = (setter) => (value) => { setter(value); setProblem(null); };

  function submit(e) {
    e.preventDefault();
    const result = onBook({ eventId: event.id, date, time, name });
    setProblem(result);
    if (result) return;
    toast({
      title: 'Your seat is booked',
      description: `${event.name}, ${formatDay(date)}, ${time}, for ${name.trim()}`,
      status: 'success',
      position: 'bottom-left',
      duration: 5000,
      isClosable: true,
    });
    onDone();
  }

  return (
    <Box as="form" noValidate onSubmit={submit} aria-label={`Book ${event.name}`} mt={3} p={4} bg="teal.50" borderRadius="md">
      <SimpleGrid columns={{ base: 1, sm: 2 }} spacing={4}>
        <FormControl isInvalid={wrong('date')}>
          <FormLabel>Date</FormLabel>
          <Input type="date" bg="white" value={date} onChange={(e) => edit(setDate)(e.target.value)} />
          <FormErrorMessage>{wrong('date') && problem.text}</FormErrorMessage>
        </FormControl>
        <FormControl isInvalid={wrong('name')}>
          <FormLabel>Name</FormLabel>
          <Input bg="white" autoComplete="name" value={name} onChange={(e) => edit(setName)(e.target.value)} />
          <FormErrorMessage>{wrong('name') && problem.text}</FormErrorMessage>
        </FormControl>
      </SimpleGrid>
      <FormControl as="fieldset" mt={4} isInvalid={wrong('time')}>
        <FormLabel as="legend">Time</FormLabel>
        <RadioGroup value={time} onChange={edit(setTime)}>
          <Stack direction="row" spacing={5}>
            {SLOTS.map((slot) => (
              <Radio key={slot} value={slot} colorScheme="teal" bg="white">{slot}</Radio>
            ))}
          </Stack>
        </RadioGroup>
        <FormErrorMessage>{wrong('time') && problem.text}</FormErrorMessage>
      </FormControl>
      <Button type="submit" mt={4} colorScheme="teal" bg="teal.600">Book this seat</Button>
    </Box>
  );
}
