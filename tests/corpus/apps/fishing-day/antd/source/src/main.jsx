import React from 'react';
import { createRoot } from 'react-dom/client';
import { HashRouter } from 'react-router-dom';
import { App as AntApp, ConfigProvider } from 'antd';
import App from './App.jsx';
import { StoreProvider } from './store.jsx';
import './index.css';

createRoot(document.getElementById('root')).render(
  <React.StrictMode>
    <ConfigProvider
      theme={{
        token: { colorPrimary: '#8a1c3b', colorLink: '#8a1c3b', borderRadius: 8, fontSize: 15 },
        components: { Layout: { headerBg: '#3a0d1c', bodyBg: '#f7f3ef' } },
      }}
    >
      <AntApp>
        <StoreProvider>
          <HashRouter>
            <App />
          </HashRouter>
        </StoreProvider>
      </AntApp>
    </ConfigProvider>
  </React.StrictMode>,
);
