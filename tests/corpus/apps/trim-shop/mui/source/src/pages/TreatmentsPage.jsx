import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Box, Button, Card, CardActions, CardContent, Chip, Stack, Typography } from '@mui/material'
import EventAvailableIcon from '@mui/icons-material/EventAvailable'
import DeleteOutlineIcon from '@mui/icons-material/DeleteOutline'
import NavigateBeforeIcon from '@mui/icons-material/NavigateBefore'
import NavigateNextIcon from '@mui/icons-material/NavigateNext'
import BookingDialog from '../components/BookingDialog.jsx'
import ConfirmDialog from '../components/ConfirmDialog.jsx'
import { money, plural } from '../format.js'
import { useStore } from '../store.jsx'
import { useNotify } from '../notify.jsx'
import { usePageHeading } from '../usePageHeading.js'

const SIZE = 5

export default function TreatmentsPage() {
  const { state, dispatch } = useStore()
  const notify = useNotify()
  const heading = usePageHeading('Treatments')
  const [params, setParams] = useSearchParams()
  const [booking, setBooking] = useState({ open: false, treatment: null })
  const [asking, setAsking] = useState({ open: false, treatment: null })
  const deleted = useRef(false)
  const prevButton = useRef(null)
  const nextButton = useRef(null)

  const total = state.treatments.length
  const pages = Math.max(1, Math.ceil(total / SIZE))
  const page = Math.min(pages, Math.max(1, Number.parseInt(params.get('page'), 10) || 1))
  const from = (page - 1) * SIZE
  const shown = state.treatments.slice(from, from + SIZE)

  const go = (to) => {
    // A button that gets disabled hands the focus to the other one.
    if (to === 1) setTimeout(() => nextButton.current?.focus())
    if (to === pages) setTimeout(() => prevButton.current?.focus())
    setParams(to === 1 ? {} : { page: String(to) }, { replace: true })
  }

  const remove = () => {
    deleted.current = true
    dispatch({ type: 'delete', id: asking.treatment.id })
    notify(`${asking.treatment.title} was deleted.`)
    setAsking((a) => ({ ...a, open: false }))
  }

  const afterDialog = () => {
    if (deleted.current) heading.current?.focus()
    deleted.current = false
  }

  return (
    <>
      <Typography variant="h4" component="h1" ref={heading} tabIndex={-1} sx={{ fontWeight: 700, outline: 'none' }}>
        Treatments
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 3 }}>
        Choose from {plural(total, 'treatment')} and book without a call.
      </Typography>

      {total === 0 && <Typography>There are no treatments at the moment.</Typography>}

      <Stack component="ul" aria-label="Treatments" spacing={2} sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {shown.map((t) => (
          <li key={t.id}>
            <Card component="article" aria-labelledby={`title-${t.id}`} variant="outlined" sx={{ display: { sm: 'flex' }, alignItems: 'center' }}>
              <CardContent sx={{ flex: 1, pb: { xs: 1, sm: 2 } }}>
                <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
                  <Typography variant="h6" component="h2" id={`title-${t.id}`}>{t.title}</Typography>
                  <Typography variant="h6" component="p" color="primary">{money(t.fee)}</Typography>
                </Box>
                <Chip label={t.department} size="small" sx={{ my: 0.5 }} />
                <Typography variant="body2" color="text.secondary">{t.note}</Typography>
              </CardContent>
              <CardActions sx={{ px: 2, pb: { xs: 2, sm: 1 } }}>
                <Button
                  variant="contained"
                  startIcon={<EventAvailableIcon />}
                  aria-label={`Book ${t.title}`}
                  onClick={() => setBooking({ open: true, treatment: t })}
                >
                  Book
                </Button>
                <Button
                  color="error"
                  startIcon={<DeleteOutlineIcon />}
                  aria-label={`Delete ${t.title}`}
                  onClick={() => setAsking({ open: true, treatment: t })}
                >
                  Delete
                </Button>
              </CardActions>
            </Card>
          </li>
        ))}
      </Stack>

      <Box
        component="nav"
        aria-label="Pages of treatments"
        sx={{ mt: 3, display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}
      >
        <Button ref={prevButton} variant="outlined" startIcon={<NavigateBeforeIcon />} disabled={page <= 1} aria-label="Previous page" onClick={() => go(page - 1)}>
          Previous
        </Button>
        <Typography role="status" align="center" variant="body2">
          Page {page} of {pages}{total > 0 && `, ${from + 1} to ${from + shown.length} of ${total}`}
        </Typography>
        <Button ref={nextButton} variant="outlined" endIcon={<NavigateNextIcon />} disabled={page >= pages} aria-label="Next page" onClick={() => go(page + 1)}>
          Next
        </Button>
      </Box>

      <BookingDialog
        open={booking.open}
        treatment={booking.treatment}
        onClose={() => setBooking((b) => ({ ...b, open: false }))}
      />
      <ConfirmDialog
        open={asking.open}
        title="Delete this treatment?"
        text={`${asking.treatment?.title} will no longer be offered. Appointments that are already booked stay.`}
        yes="Delete"
        no="Keep"
        onYes={remove}
        onNo={() => setAsking((a) => ({ ...a, open: false }))}
        onExited={afterDialog}
      />
    </>
  )
}
