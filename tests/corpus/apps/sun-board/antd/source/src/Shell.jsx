import { useEffect, useMemo, useRef } from 'react';
import { Layout, Switch, theme } from 'antd';
import { BarChartOutlined, TableOutlined } from '@ant-design/icons';
import { NavLink, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import StationsPage from './pages/StationsPage.jsx';
import StatisticsPage from './pages/StatisticsPage.jsx';
import { EXAMPLES } from './stations.js';
import { useStored } from './storage.js';

const TITLES = { '/': 'Stations', '/statistics': 'Statistics' };

export default function Shell({ dark, onDark }) {
  const { token } = theme.useToken();
  const { pathname } = useLocation();
  const main = useRef(null);
  const first = useRef(true);
  const [imported, setImported] = useStored('barometer-road.imported', []);
  const stations = useMemo(() => [...EXAMPLES, ...imported], [imported]);

  useEffect(() => {
    document.title = `${TITLES[pathname] ?? 'Stations'} · Barometer Road`;
    if (first.current) {
      first.current = false;
      return;
    }
    window.scrollTo(0, 0);
    main.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [pathname]);

  const colours = {
    '--bar': token.colorPrimary,
    '--track': token.colorFillSecondary,
    '--text': token.colorText,
    '--muted': token.colorTextSecondary,
    '--line': token.colorBorderSecondary,
    '--card': token.colorBgContainer,
    '--page': token.colorBgLayout,
    '--accent': token.colorPrimary,
  };

  const skip = (event) => {
    event.preventDefault();
    main.current?.focus();
  };

  return (
    <Layout className="shell" style={colours}>
      <a className="skip" href="#content" onClick={skip}>
        Skip to the content
      </a>
      <Layout.Header className="top">
        <div className="top-inner">
          <NavLink to="/" className="brand" aria-label="Barometer Road, to the start page">
            <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
              <circle cx="16" cy="16" r="14" fill="none" stroke="currentColor" strokeWidth="2.5" />
              <path d="M7.5 20a9.5 9.5 0 1 1 17 0" fill="none" stroke="currentColor" strokeWidth="1.8" strokeDasharray="1.5 3" />
              <path d="m16 17 5.5-6.5" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
              <circle cx="16" cy="17" r="2.3" fill="currentColor" />
            </svg>
            <span>Barometer Road</span>
          </NavLink>
          <nav aria-label="Pages">
            <ul>
              <li>
                <NavLink to="/" end>
                  <TableOutlined aria-hidden="true" /> Stations
                </NavLink>
              </li>
              <li>
                <NavLink to="/statistics">
                  <BarChartOutlined aria-hidden="true" /> Statistics
                </NavLink>
              </li>
            </ul>
          </nav>
          <div className="dark-switch">
            <label htmlFor="dark-mode">Dark mode</label>
            <Switch id="dark-mode" checked={dark} onChange={onDark} />
          </div>
        </div>
      </Layout.Header>
      <main id="content" className="content" ref={main} tabIndex={-1}>
        <Routes>
          <Route
            path="/"
            element={
              <StationsPage
                stations={stations}
                importedCount={imported.length}
                onImport={(added) => setImported((list) => [...list, ...added])}
                onForget={() => setImported([])}
              />
            }
          />
          <Route path="/statistics" element={<StatisticsPage stations={stations} />} />
          <Route path="*" element={<Navigate to="/" replace />} />
        </Routes>
      </main>
      <Layout.Footer className="foot">
        Barometer Road is looked after by volunteers. Thank you for reading your hygrometers.
      </Layout.Footer>
    </Layout>
  );
}
