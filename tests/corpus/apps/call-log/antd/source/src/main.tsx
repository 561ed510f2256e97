import { createRoot } from 'react-dom/client';
import { ConfigProvider } from 'antd';
import { App } from './App';

createRoot(document.getElementById('root')!).render(
  <ConfigProvider theme={{ token: { colorPrimary: '#6a32a8', colorError: '#c21f3a', colorLink: '#5a2a94', colorTextDescription: '#555', borderRadius: 8 } }}>
    <App />
  </ConfigProvider>,
);
