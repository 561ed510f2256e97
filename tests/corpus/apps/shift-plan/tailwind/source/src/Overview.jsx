import { PencilIcon, PlusIcon, TrashIcon } from './icons.jsx';
import { columnName } from './data.js';
import { columnOf, hours } from './useTasks.js';

export const COLUMN_CHIP = {
  todo: 'bg-slate-200 text-slate-800',
  doing: 'bg-amber-100 text-amber-900',
  done: 'bg-emerald-100 text-emerald-900',
};

export default function Overview({ tasks, board, onAdd, onEdit, onDelete, headingRef }) {
  const total = tasks.reduce((sum, t) => sum + t.estimate, 0);

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 ref={headingRef} tabIndex={-1} className="text-3xl font-bold tracking-tight">All tasks</h1>
          <p className="mt-1 text-slate-600">
            <span className="font-semibold text-slate-900">{tasks.length} {tasks.length === 1 ? 'task' : 'tasks'}</span>, {hours(Math.round(total * 100) / 100)} of work
          </p>
        </div>
        <button type="button" className="btn btn-primary" onClick={onAdd}>
          <PlusIcon /> Add task
        </button>
      </div>

      {tasks.length === 0 ? (
        <p className="mt-6 rounded-xl border border-dashed border-slate-400 p-8 text-center text-slate-600">
          There are no tasks. Enjoy the quiet, or add one.
        </p>
      ) : (
        <ul role="list" aria-label="Tasks" className="mt-6 divide-y divide-slate-200 rounded-xl border border-slate-200 bg-white">
          {tasks.map((task) => {
            const column = columnOf(board, task.id);
            return (
              <li key={task.id} className="flex items-start gap-3 px-4 py-3 sm:items-center">
                <div className="min-w-0 flex-1 sm:flex sm:items-center sm:gap-4">
                  <h2 className="min-w-0 flex-1 break-words font-medium">{task.title}</h2>
                  <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-slate-700 sm:mt-0">
                    <span className="sm:w-24">{task.area}</span>
                    <span className="tabular-nums sm:w-20 sm:text-right">{hours(task.estimate)}</span>
                    <span className="sm:w-16">
                      <span className={`chip ${COLUMN_CHIP[column]}`}>{columnName(column)}</span>
                    </span>
                    <span className="text-slate-600 lg:w-20">{task.person}</span>
                  </div>
                </div>
                <div className="flex shrink-0">
                  <button type="button" className="icon-btn" aria-label={`Edit ${task.title}`} title="Edit" onClick={() => onEdit(task)}>
                    <PencilIcon />
                  </button>
                  <button type="button" className="icon-btn hover:text-red-700" aria-label={`Delete ${task.title}`} title="Delete" onClick={() => onDelete(task)}>
                    <TrashIcon />
                  </button>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
