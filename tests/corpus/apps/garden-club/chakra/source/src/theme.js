import { extendTheme } from '@chakra-ui/react';

export default extendTheme({
  fonts: {
    heading: '"Trebuchet MS", "Segoe UI", system-ui, sans-serif',
    body: '"Segoe UI", system-ui, -apple-system, sans-serif',
  },
  styles: { global: { body: { bg: 'gray.50', color: 'gray.800' } } },
});
