import { createContext, useCallback, useContext, useState } from 'react'
import { Alert, Snackbar } from '@mui/material'

const NotifyContext = createContext(() => {})
export const useNotify = () => useContext(NotifyContext)

export function NotifyProvider({ children }) {
  const [note, setNote] = useState({ open: false, text: '', key: 0 })
  const notify = useCallback((text) => setNote((n) => ({ open: true, text, key: n.key + 1 })), [])
  const close = (_, reason) => reason !== 'clickaway' && setNote((n) => ({ ...n, open: false }))

  return (
    <NotifyContext.Provider value={notify}>
      {children}
      <Snackbar
        key={note.key}
        open={note.open}
        autoHideDuration={6000}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      >
        <Alert role="status" severity="success" variant="filled" onClose={close} closeText="Close message">
          {note.text}
        </Alert>
      </Snackbar>
    </NotifyContext.Provider>
  )
}
