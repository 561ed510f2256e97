import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material'

export default function ConfirmDialog({ open, title, text, yes, no, onYes, onNo, onExited }) {
  return (
    <Dialog
      open={open}
      onClose={onNo}
      slotProps={{ paper: { role: 'alertdialog' } }}
      TransitionProps={{ onExited }}
      aria-labelledby="confirm-title"
      aria-describedby="confirm-text"
    >
      <DialogTitle id="confirm-title">{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id="confirm-text">{text}</DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onNo} autoFocus>{no}</Button>
        <Button onClick={onYes} color="error" variant="contained">{yes}</Button>
      </DialogActions>
    </Dialog>
  )
}
