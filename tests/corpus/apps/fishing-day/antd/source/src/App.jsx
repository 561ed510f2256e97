import { useEffect } from 'react';
import { Link, NavLink, Route, Routes, useLocation } from 'react-router-dom';
import { Layout } from 'antd';
import { useStore } from './store.jsx';
import ListPage from './pages/ListPage.jsx';
import FavouritesPage from './pages/FavouritesPage.jsx';
import EventPage from './pages/EventPage.jsx';
import RequestPage from './pages/RequestPage.jsx';
import NotFound from './pages/NotFound.jsx';

export default function App() {
  const { favourites } = useStore();
  const { pathname } = useLocation();
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [pathname]);

  return (
    <Layout className="shell">
      <Layout.Header className="bar">
        <Link to="/" className="brand">🎭 Gatherly Hall</Link>
        <nav className="nav" aria-label="Main">
          <NavLink to="/" end>Events</NavLink>
          <NavLink to="/favourites">Favourites ({favourites.length})</NavLink>
          <NavLink to="/request">Request tickets</NavLink>
        </nav>
      </Layout.Header>
      <Layout.Content className="content">
        <Routes>
          <Route path="/" element={<ListPage />} />
          <Route path="/favourites" element={<FavouritesPage />} />
          <Route path="/events/:id" element={<EventPage />} />
          <Route path="/request" element={<RequestPage />} />
          <Route path="*" element={<NotFound what="page" />} />
        </Routes>
      </Layout.Content>
      <Layout.Footer className="foot">Gatherly Hall · Market Square 4 · Box office Tue–Sat, 3 to 7 pm</Layout.Footer>
    </Layout>
  );
}
