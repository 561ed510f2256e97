import { useCallback, useEffect } from 'react'
import { NavLink, Link as RouterLink } from 'react-router-dom'
import { AppBar, Box, Button, Link, Toolbar } from '@mui/material'
import UndoIcon from '@mui/icons-material/Undo'
import LocalHospitalIcon from '@mui/icons-material/LocalHospital'
import { useStore } from '../store.jsx'
import { useNotify } from '../notify.jsx'

const navStyle = {
  color: 'inherit',
  '&.active': { textDecoration: 'underline', textUnderlineOffset: '6px', textDecorationThickness: '2px' },
  '&:focus-visible': { outline: '3px solid #fff', outlineOffset: '-3px' }
}

const editable = (el) => el?.closest?.('input, textarea, select, [contenteditable="true"]')

export default function TopBar() {
  const { state, dispatch } = useStore()
  const notify = useNotify()
  const last = state.history.at(-1)

  const undo = useCallback(() => {
    if (!last) return
    dispatch({ type: 'undo' })
    notify(`Undone: ${last.what}.`)
  }, [last, dispatch, notify])

  useEffect(() => {
    const onKey = (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'z') return
      // While typing or answering a dialog, Ctrl+Z belongs to the field.
      if (editable(event.target) || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      event.preventDefault()
      undo()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [undo])

  const clickUndo = () => {
    // The button is about to be disabled and would lose the focus to nowhere.
    if (state.history.length === 1) document.querySelector('h1')?.focus()
    undo()
  }

  return (
    <AppBar position="sticky" component="header">
      <Toolbar sx={{ flexWrap: 'wrap', rowGap: 0, columnGap: 1, py: { xs: 0.5, sm: 0 } }}>
        <Link
          component={RouterLink}
          to="/"
          color="inherit"
          underline="none"
          sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: 20, fontWeight: 700, mr: 2 }}
        >
          <LocalHospitalIcon aria-hidden="true" /> Slotwise
        </Link>
        <Box component="nav" aria-label="Main" sx={{ display: 'flex', flexGrow: 1, order: { xs: 3, sm: 0 }, flexBasis: { xs: '100%', sm: 'auto' } }}>
          <Button component={NavLink} to="/" end sx={navStyle}>Treatments</Button>
          <Button component={NavLink} to="/bookings" sx={navStyle}>Bookings ({state.bookings.length})</Button>
        </Box>
        <Button
          onClick={clickUndo}
          disabled={!last}
          startIcon={<UndoIcon />}
          aria-keyshortcuts="Control+Z"
          title={last ? `Undo the ${last.what}` : undefined}
          variant="outlined"
          color="inherit"
          sx={{ ml: 'auto', '&.Mui-disabled': { color: 'rgba(255,255,255,.6)', borderColor: 'rgba(255,255,255,.4)' } }}
        >
          Undo
        </Button>
      </Toolbar>
    </AppBar>
  )
}
