import { useRef, useState } from 'react'
import {
  Alert, Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, FormControl,
  FormControlLabel, FormHelperText, FormLabel, Radio, RadioGroup, Stack, TextField, useMediaQuery
} from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { TIMES } from '../data.js'
import { longDate, money, nowTime, today } from '../format.js'
import { isTaken, useStore } from '../store.jsx'
import { useNotify } from '../notify.jsx'

function check({ date, time, name }, treatment, bookings) {
  const errors = {}
  if (!date) errors.date = 'Please pick a date.'
  else if (date < today()) errors.date = 'This date is in the past. Please pick today or a later day.'
  if (!time) errors.time = 'Please choose a time.'
  else if (date && isTaken(bookings, treatment.id, date, time)) {
    errors.time = `${time} on ${longDate(date)} is already taken. Please choose another time.`
  } else if (date === today() && time <= nowTime()) {
    errors.time = `${time} is already over today. Please choose a later time or another day.`
  }
  if (!name.trim()) errors.name = 'Please enter your name.'
  return errors
}

function BookingForm({ treatment, onClose }) {
  const { state, dispatch } = useStore()
  const notify = useNotify()
  const [values, setValues] = useState({ date: '', time: '', name: '' })
  const [errors, setErrors] = useState({})
  const fields = { date: useRef(null), time: useRef(null), name: useRef(null) }

  const set = (field) => (event) => {
    const value = event.target.value
    setValues((v) => ({ ...v, [field]: value }))
    setErrors((e) => ({ ...e, [field]: undefined, ...(field === 'date' && { time: undefined }) }))
  }

  const submit = (event) => {
    event.preventDefault()
    const found = check(values, treatment, state.bookings)
    setErrors(found)
    const first = ['date', 'time', 'name'].find((f) => found[f])
    if (first) {
      fields[first].current?.focus()
      return
    }
    const name = values.name.trim()
    dispatch({
      type: 'book',
      booking: {
        treatmentId: treatment.id, title: treatment.title, department: treatment.department, fee: treatment.fee,
        date: values.date, time: values.time, name
      }
    })
    notify(`Booked: ${treatment.title} on ${longDate(values.date)} at ${values.time} for ${name}.`)
    onClose()
  }

  const wrong = Object.values(errors).filter(Boolean)

  return (
    <form onSubmit={submit} noValidate>
      <DialogTitle id="booking-title">Book {treatment.title}</DialogTitle>
      <DialogContent>
        <DialogContentText>{treatment.department}, {money(treatment.fee)}. {treatment.note}</DialogContentText>
        <Stack spacing={3} sx={{ mt: 2 }}>
          {wrong.length > 0 && (
            <Alert severity="error" role="alert">
              {wrong.map((text) => <div key={text}>{text}</div>)}
            </Alert>
          )}
          <TextField
            id="booking-date" label="Date" type="date" required value={values.date} onChange={set('date')}
            inputRef={fields.date} error={!!errors.date} helperText={errors.date}
            slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: today() } }}
          />
          <FormControl error={!!errors.time} required>
            <FormLabel id="booking-time">Time</FormLabel>
            <RadioGroup row name="time" aria-labelledby="booking-time" aria-describedby={errors.time ? 'booking-time-error' : undefined} value={values.time} onChange={set('time')}>
              {TIMES.map((t, i) => {
                const taken = values.date && isTaken(state.bookings, treatment.id, values.date, t)
                return (
                  <FormControlLabel
                    key={t}
                    value={t}
                    control={<Radio inputRef={i === 0 ? fields.time : undefined} />}
                    label={taken ? `${t} (taken)` : t}
                  />
                )
              })}
            </RadioGroup>
            {errors.time && <FormHelperText id="booking-time-error">{errors.time}</FormHelperText>}
          </FormControl>
          <TextField
            id="booking-name" label="Your name" required autoComplete="name" value={values.name} onChange={set('name')}
            inputRef={fields.name} error={!!errors.name} helperText={errors.name}
          />
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="contained">Book appointment</Button>
      </DialogActions>
    </form>
  )
}

export default function BookingDialog({ open, treatment, onClose }) {
  const theme = useTheme()
  const small = useMediaQuery(theme.breakpoints.down('sm'))
  return (
    <Dialog open={open} onClose={onClose} fullScreen={small} fullWidth maxWidth="sm" aria-labelledby="booking-title">
      {treatment && <BookingForm treatment={treatment} onClose={onClose} />}
    </Dialog>
  )
}
