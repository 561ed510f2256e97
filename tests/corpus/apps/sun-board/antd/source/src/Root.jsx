import { useEffect, useLayoutEffect, useState } from 'react';
import { App as AntApp, ConfigProvider, theme as antTheme } from 'antd';
import Shell from './Shell.jsx';

const KEY = 'barometer-road.theme';

export default function Root() {
  const [dark, setDark] = useState(() => document.documentElement.dataset.theme === 'dark');

  useLayoutEffect(() => {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  }, [dark]);

  // somebody may switch in another tab
  useEffect(() => {
    const follow = (event) => {
      if (event.key === KEY && event.newValue) setDark(event.newValue === 'dark');
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);

  const choose = (value) => {
    setDark(value);
    try {
      localStorage.setItem(KEY, value ? 'dark' : 'light');
    } catch {
      /* not remembered, still switched */
    }
  };

  return (
    <ConfigProvider
      theme={{
        algorithm: dark ? antTheme.darkAlgorithm : antTheme.defaultAlgorithm,
        token: {
          colorPrimary: dark ? '#3bb3c9' : '#0b7285',
          colorInfo: dark ? '#3bb3c9' : '#0b7285',
          borderRadius: 8,
          fontSize: 15,
        },
      }}
    >
      <AntApp>
        <Shell dark={dark} onDark={choose} />
      </AntApp>
    </ConfigProvider>
  );
}
