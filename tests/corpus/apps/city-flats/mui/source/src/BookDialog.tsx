import { FormEvent, useState } from 'react';
import {
  Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, FormControl, FormControlLabel, FormHelperText, FormLabel, Radio, RadioGroup, Stack, TextField,
} from '@mui/material';
import { Guesthouse, TIMES, dayFromToday, prettyDay } from './data';
import { BookingErrors, useStore } from './store';

interface Props {
  house: Guesthouse;
  onClose(): void;
  onBooked(message: string): void;
}

export function BookDialog({ house, onClose, onBooked }: Props) {
  const { book } = useStore();
  const [date, setDate] = useState('');
  const [time, setTime] = useState('');
  const [name, setName] = useState('');
  const [errors, setErrors] = useState<BookingErrors>({});

  function submit(e: FormEvent<HTMLFormElement>) {
    e.preventDefault();
    const found = book(house.id, date, time, name);
    if (!found) {
      onBooked(`${house.title} is booked for ${name.trim()} on ${prettyDay(date)} at ${time}.`);
      return;
    }
    setErrors(found);
    const first = found.date ? 'bk-date' : found.time ? 'bk-time-0' : found.name ? 'bk-name' : 'bk-date';
    document.getElementById(first)?.focus();
  }
  const summary = Object.values(errors).join(' ');

  return (
    <Dialog open onClose={onClose} aria-labelledby="bk-title" fullWidth maxWidth="xs">
      <DialogTitle id="bk-title">Book {house.title}</DialogTitle>
      <form onSubmit={submit} noValidate>
        <DialogContent sx={{ pt: 1 }}>
          <Stack spacing={2.5}>
            {summary && <Alert severity="error">{summary}</Alert>}
            <TextField
              id="bk-date" type="date" label="Date" required value={date} error={!!errors.date || !!errors.clash} helperText={errors.date}
              onChange={(e) => setDate(e.target.value)}
              slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: dayFromToday() } }}
            />
            <FormControl error={!!errors.time} required>
              <FormLabel id="bk-time">Arrival time</FormLabel>
              <RadioGroup row aria-labelledby="bk-time" value={time} onChange={(e) => setTime(e.target.value)}>
                {TIMES.map((t, i) => (
                  <FormControlLabel key={t} value={t} label={t} control={<Radio id={`bk-time-${i}`} />} />
                ))}
              </RadioGroup>
              {errors.time && <FormHelperText>{errors.time}</FormHelperText>}
            </FormControl>
            <TextField
              id="bk-name" label="Your name" required autoComplete="name" value={name} error={!!errors.name} helperText={errors.name}
              onChange={(e) => setName(e.target.value)}
            />
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained">Confirm booking</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
