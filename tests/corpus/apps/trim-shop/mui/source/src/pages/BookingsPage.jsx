import { useMemo, useRef, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { Box, Button, Link, Paper, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material'
import ConfirmDialog from '../components/ConfirmDialog.jsx'
import { longDate, money, plural } from '../format.js'
import { useStore } from '../store.jsx'
import { useNotify } from '../notify.jsx'
import { usePageHeading } from '../usePageHeading.js'

// On a phone each row becomes a block; the header row stays for screen readers.
const responsive = {
  '@media (max-width: 600px)': {
    '& thead': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tr': { display: 'block', py: 1.5, borderBottom: '1px solid #ddd' },
    '& td, & th': { display: 'block', border: 0, py: 0.25 },
    '& tbody th': { fontWeight: 700, fontSize: 16 }
  }
}

export default function BookingsPage() {
  const { state, dispatch } = useStore()
  const notify = useNotify()
  const heading = usePageHeading('Bookings')
  const [asking, setAsking] = useState({ open: false, booking: null })
  const cancelled = useRef(false)
  const rows = useMemo(
    () => [...state.bookings].sort((a, b) => `${a.date} ${a.time}`.localeCompare(`${b.date} ${b.time}`)),
    [state.bookings]
  )

  const cancel = () => {
    cancelled.current = true
    dispatch({ type: 'cancel', id: asking.booking.id })
    notify(`The booking of ${asking.booking.title} was cancelled.`)
    setAsking((a) => ({ ...a, open: false }))
  }

  return (
    <>
      <Typography variant="h4" component="h1" ref={heading} tabIndex={-1} sx={{ fontWeight: 700, outline: 'none' }}>
        Bookings
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 3 }}>
        {rows.length ? plural(rows.length, 'appointment') : 'No appointments yet.'}
      </Typography>

      {rows.length === 0 ? (
        <Box sx={{ py: 2 }}>
          <Link component={RouterLink} to="/">See the treatments and book one</Link>
        </Box>
      ) : (
        <TableContainer component={Paper} variant="outlined">
          <Table role="table" sx={responsive} aria-label="Bookings">
            <TableHead role="rowgroup">
              <TableRow role="row">
                <TableCell role="columnheader">Treatment</TableCell>
                <TableCell role="columnheader">Date</TableCell>
                <TableCell role="columnheader">Time</TableCell>
                <TableCell role="columnheader">Name</TableCell>
                <TableCell role="columnheader">Fee</TableCell>
                <TableCell role="columnheader">Action</TableCell>
              </TableRow>
            </TableHead>
            <TableBody role="rowgroup">
              {rows.map((b) => (
                <TableRow role="row" key={b.id}>
                  <TableCell component="th" scope="row" role="rowheader">{b.title}</TableCell>
                  <TableCell role="cell">{longDate(b.date)}</TableCell>
                  <TableCell role="cell">{b.time}</TableCell>
                  <TableCell role="cell">{b.name}</TableCell>
                  <TableCell role="cell">{money(b.fee)}</TableCell>
                  <TableCell role="cell">
                    <Button
                      size="small"
                      color="error"
                      aria-label={`Cancel ${b.title} on ${longDate(b.date)} at ${b.time}`}
                      onClick={() => setAsking({ open: true, booking: b })}
                    >
                      Cancel
                    </Button>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}

      <ConfirmDialog
        open={asking.open}
        title="Cancel this booking?"
        text={asking.booking ? `${asking.booking.title}, ${longDate(asking.booking.date)} at ${asking.booking.time}, ${asking.booking.name}.` : ''}
        yes="Cancel booking"
        no="Keep"
        onYes={cancel}
        onNo={() => setAsking((a) => ({ ...a, open: false }))}
        onExited={() => {
          if (cancelled.current) heading.current?.focus()
          cancelled.current = false
        }}
      />
    </>
  )
}
