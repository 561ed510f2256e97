import { createRoot } from 'react-dom/client';
import { App as AntApp, ConfigProvider } from 'antd';
import CornerClinic from './CornerClinic';

createRoot(document.getElementById('app')).render(
  <ConfigProvider theme={{ token: { colorPrimary: '#2f7d4f', colorLink: '#1c6b3f', borderRadius: 4, fontSize: 15 } }}>
    <AntApp>
      <CornerClinic />
    </AntApp>
  </ConfigProvider>,
);
