import { useEffect, useRef, useState } from 'react';
import useTasks, { columnOf } from './useTasks.js';
import useTimer from './useTimer.js';
import Overview from './Overview.jsx';
import Board from './Board.jsx';
import TimerPage from './TimerPage.jsx';
import TaskDialog from './TaskDialog.jsx';
import DeleteDialog from './DeleteDialog.jsx';
import { columnName } from './data.js';
import { BoardIcon, ClockIcon, ListIcon } from './icons.jsx';

const PAGES = [
  { path: '/', name: 'Tasks', Icon: ListIcon },
  { path: '/board', name: 'Board', Icon: BoardIcon },
  { path: '/timer', name: 'Timer', Icon: ClockIcon },
];

const currentPath = () => {
  const path = window.location.hash.replace(/^#/, '');
  return PAGES.some((p) => p.path === path) ? path : '/';
};

export default function App() {
  const { tasks, board, add, update, remove, move } = useTasks();
  const timer = useTimer();
  const [path, setPath] = useState(currentPath);
  const [dialog, setDialog] = useState(null); // { kind: 'add' | 'edit' | 'delete', task }
  const [status, setStatus] = useState('');
  const heading = useRef(null);
  const opener = useRef(null);
  const firstRender = useRef(true);

  useEffect(() => {
    const onHash = () => {
      if (window.location.hash.startsWith('#/') || !window.location.hash) setPath(currentPath());
    };
    window.addEventListener('hashchange', onHash);
    return () => window.removeEventListener('hashchange', onHash);
  }, []);

  useEffect(() => {
    document.title = `${PAGES.find((p) => p.path === path).name} · Donelist`;
    setStatus('');
    setDialog(null);
    if (firstRender.current) firstRender.current = false;
    else {
      window.scrollTo(0, 0);
      heading.current?.focus();
    }
  }, [path]);

  useEffect(() => {
    if (!status) return undefined;
    const timeout = setTimeout(() => setStatus(''), 6000);
    return () => clearTimeout(timeout);
  }, [status]);

  const open = (kind, task) => {
    opener.current = document.activeElement;
    setStatus('');
    setDialog({ kind, task });
  };

  const close = (message = '') => {
    setDialog(null);
    setStatus(message);
    // Back to the button that opened the dialog; if it went with its task, to the heading.
    setTimeout(() => {
      if (opener.current?.isConnected) opener.current.focus();
      else heading.current?.focus({ preventScroll: true });
    });
  };

  const actions = {
    tasks,
    board,
    headingRef: heading,
    onAdd: () => open('add'),
    onEdit: (task) => open('edit', task),
    onDelete: (task) => open('delete', task),
  };

  return (
    <div className="min-h-screen md:grid md:grid-cols-[13rem_1fr]">
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          heading.current?.focus();
        }}
        className="sr-only focus:not-sr-only focus:absolute focus:left-2 focus:top-2 focus:z-10 focus:rounded focus:bg-white focus:px-3 focus:py-2"
      >
        Skip to the content
      </a>

      <header className="bg-indigo-950 text-white md:min-h-screen">
        <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-3 md:sticky md:top-0 md:block md:py-6">
          <p className="text-xl font-bold tracking-tight">Donelist</p>
          <nav aria-label="Main" className="md:mt-6">
            <ul role="list" className="flex gap-1 md:flex-col">
              {PAGES.map(({ path: to, name, Icon }) => (
                <li key={to}>
                  <a
                    href={`#${to}`}
                    aria-current={path === to ? 'page' : undefined}
                    className={`flex items-center gap-2 rounded-lg px-2.5 py-2 text-sm font-medium focus-visible:outline-white md:px-3 ${path === to ? 'bg-white/20' : 'hover:bg-white/10'}`}
                  >
                    <Icon /> {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </header>

      <main id="main" className="mx-auto w-full max-w-5xl px-4 py-6 md:px-8 md:py-10">
        {timer.status === 'over' && path !== '/timer' && (
          <div role="alert" className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-red-100 px-4 py-3 text-red-900">
            <p className="font-semibold">Time is up!</p>
            <button type="button" className="btn" onClick={timer.reset}>Reset timer</button>
          </div>
        )}
        {path === '/' && <Overview {...actions} />}
        {path === '/board' && (
          <Board
            {...actions}
            onMove={(task, column, index) => {
              const from = columnOf(board, task.id);
              move(task.id, column, index);
              setStatus(
                from === column
                  ? `“${task.title}” changed its place in ${columnName(column)}.`
                  : `“${task.title}” moved to ${columnName(column)}.`,
              );
            }}
          />
        )}
        {path === '/timer' && <TimerPage timer={timer} headingRef={heading} />}
      </main>

      <div role="status" className="pointer-events-none fixed inset-x-0 bottom-4 z-10 flex justify-center px-4">
        {status && <p className="max-w-full break-words rounded-lg bg-slate-900 px-4 py-3 text-sm text-white shadow-lg">{status}</p>}
      </div>

      {dialog?.kind === 'add' && (
        <TaskDialog
          tasks={tasks}
          onClose={() => close()}
          onSave={(values) => {
            add(values);
            close(`“${values.title}” was added.`);
          }}
        />
      )}
      {dialog?.kind === 'edit' && (
        <TaskDialog
          task={dialog.task}
          column={columnOf(board, dialog.task.id)}
          tasks={tasks}
          onClose={() => close()}
          onSave={(values) => {
            update(dialog.task.id, values);
            close(`“${values.title}” was saved.`);
          }}
        />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          task={dialog.task}
          onClose={() => close()}
          onConfirm={() => {
            remove(dialog.task.id);
            close(`“${dialog.task.title}” was deleted.`);
          }}
        />
      )}
    </div>
  );
}
