import { Navigate, Route, Routes } from 'react-router-dom'
import { Box, Container } from '@mui/material'
import TopBar from './components/TopBar.jsx'
import BookingsPage from './pages/BookingsPage.jsx'
import TreatmentsPage from './pages/TreatmentsPage.jsx'
import { NotifyProvider } from './notify.jsx'

const skip = (event) => {
  event.preventDefault()
  document.getElementById('main').focus()
}

export default function App() {
  return (
    <NotifyProvider>
      <Box
        component="a"
        href="#main"
        onClick={skip}
        sx={{
          position: 'absolute', left: 8, top: -80, zIndex: 2000, p: 1.5, borderRadius: 1,
          bgcolor: 'background.paper', color: 'primary.main', '&:focus': { top: 8 }
        }}
      >
        Skip to content
      </Box>
      <TopBar />
      <Container component="main" id="main" tabIndex={-1} maxWidth="md" sx={{ py: 4, pb: 12, outline: 'none' }}>
        <Routes>
          <Route path="/" element={<TreatmentsPage />} />
          <Route path="/bookings" element={<BookingsPage />} />
          <Route path="*" element={<Navigate to="/" replace />} />
        </Routes>
      </Container>
    </NotifyProvider>
  )
}
