const icon = (path) =>
  function Icon({ className = 'h-5 w-5' }) {
    return (
      <svg className={className} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.8"
        strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" focusable="false">
        {path}
      </svg>
    );
  };

// All icons are decoration: the control around them carries the name.
export const PencilIcon = icon(<path d="M4 20h4L19 9a2.8 2.8 0 0 0-4-4L4 16v4zM13.5 6.5l4 4" />);
export const TrashIcon = icon(<path d="M4 7h16M10 11v6M14 11v6M6 7l1 13h10l1-13M9 7V4h6v3" />);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const ListIcon = icon(<path d="M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01" />);
export const BoardIcon = icon(<path d="M4 4h4v16H4zM10 4h4v10h-4zM16 4h4v13h-4z" />);
export const ClockIcon = icon(<><circle cx="12" cy="13" r="8" /><path d="M12 9v4l3 2M9 2h6" /></>);
