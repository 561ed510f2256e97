import { useEffect, useRef } from 'react';

// A native modal dialog: the browser keeps the focus inside and gives it back when it closes.
export default function Dialog({ labelledby, describedby, role, onClose, children, className = '' }) {
  const ref = useRef(null);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog.open) dialog.showModal();
    return () => dialog.close();
  }, []);

  return (
    <dialog
      ref={ref}
      role={role}
      aria-modal="true"
      aria-labelledby={labelledby}
      aria-describedby={describedby}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // The browser may close a dialog on its own, when Escape is pressed twice.
        if (ref.current && !ref.current.open) onClose();
      }}
      className={`w-[calc(100%-2rem)] max-w-lg rounded-2xl bg-white p-6 shadow-xl ${className}`}
    >
      {children}
    </dialog>
  );
}
