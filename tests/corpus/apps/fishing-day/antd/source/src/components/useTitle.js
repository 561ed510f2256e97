import { useEffect } from 'react';

export default function useTitle(title) {
  useEffect(() => {
    document.title = title ? `${title} · Gatherly Hall` : 'Gatherly Hall';
  }, [title]);
}
