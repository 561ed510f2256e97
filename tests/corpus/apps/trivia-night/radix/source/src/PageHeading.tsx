import { useEffect, useRef } from 'react';

let first = true;

/** The page's h1; takes the focus when the page was reached by a link in the app. */
export function PageHeading({ children }: { children: string }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} · Meridian Club`;
    if (!first) ref.current?.focus();
    first = false;
  }, [children]);
  return (
    <h1 ref={ref} tabIndex={-1} className="mb-4 text-3xl font-semibold tracking-tight">
      {children}
    </h1>
  );
}
