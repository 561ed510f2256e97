import { useEffect, useRef, useState } from 'react';
import { PencilIcon, PlusIcon, TrashIcon } from './icons.jsx';
import { COLUMNS, columnName } from './data.js';
import { hours } from './useTasks.js';

const STRIPE = { todo: 'border-t-slate-400', doing: 'border-t-amber-500', done: 'border-t-emerald-600' };

export default function Board({ tasks, board, onMove, onAdd, onEdit, onDelete, headingRef }) {
  const [dragged, setDragged] = useState(null);
  const [target, setTarget] = useState(null); // { column, index } where the card would land
  const [focusCard, setFocusCard] = useState(null);
  const root = useRef(null);
  const byId = Object.fromEntries(tasks.map((t) => [t.id, t]));

  // A card that was moved with its button keeps the focus in the new column.
  useEffect(() => {
    if (!focusCard) return;
    root.current.querySelector(`[data-card="${focusCard}"] .move-btn`)?.focus();
    setFocusCard(null);
  }, [focusCard]);

  const over = (column) => (event) => {
    if (!dragged) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    const cards = [...event.currentTarget.querySelectorAll('[data-card]')].filter((c) => c.dataset.card !== dragged);
    const before = cards.findIndex((card) => {
      const box = card.getBoundingClientRect();
      return event.clientY < box.top + box.height / 2;
    });
    const index = before === -1 ? cards.length : before;
    if (target?.column !== column || target.index !== index) setTarget({ column, index });
  };

  const drop = (column) => (event) => {
    if (!dragged) return;
    event.preventDefault();
    onMove(byId[dragged], column, target?.column === column ? target.index : undefined);
    setDragged(null);
    setTarget(null);
  };

  return (
    <div ref={root}>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 ref={headingRef} tabIndex={-1} className="text-3xl font-bold tracking-tight">Board</h1>
          <p className="mt-1 text-slate-600">Drag a card to another column, or press one of the buttons on it.</p>
        </div>
        <button type="button" className="btn btn-primary" onClick={onAdd}>
          <PlusIcon /> Add task
        </button>
      </div>

      <div className="mt-6 grid gap-4 md:grid-cols-3">
        {COLUMNS.map((column) => {
          const ids = board[column.id].filter((id) => byId[id]);
          const rest = ids.filter((id) => id !== dragged);
          return (
            <section
              key={column.id}
              aria-labelledby={`column-${column.id}`}
              onDragOver={over(column.id)}
              onDragLeave={(event) => {
                if (!event.currentTarget.contains(event.relatedTarget)) setTarget(null);
              }}
              onDrop={drop(column.id)}
              className={`flex flex-col rounded-xl border-t-4 p-3 ${STRIPE[column.id]} ${target?.column === column.id ? 'bg-indigo-100' : 'bg-slate-200/70'}`}
            >
              <h2 id={`column-${column.id}`} className="flex items-center justify-between px-1 font-semibold">
                <span>{column.name}</span>{' '}
                <span className="chip bg-white text-slate-800">
                  {ids.length}<span className="sr-only">{ids.length === 1 ? ' card' : ' cards'}</span>
                </span>
              </h2>
              <ul role="list" aria-labelledby={`column-${column.id}`} className="mt-3 flex min-h-[5rem] flex-1 flex-col gap-2">
                {ids.map((id) => {
                  const task = byId[id];
                  const landing = target?.column === column.id && rest[target.index] === id && id !== dragged;
                  return (
                    <li
                      key={id}
                      data-card={id}
                      draggable
                      onDragStart={(event) => {
                        event.dataTransfer.setData('text/plain', task.title);
                        event.dataTransfer.effectAllowed = 'move';
                        setDragged(id);
                      }}
                      onDragEnd={() => {
                        setDragged(null);
                        setTarget(null);
                      }}
                      className={`cursor-grab rounded-lg border bg-white p-3 shadow-sm active:cursor-grabbing ${dragged === id ? 'opacity-50' : ''} ${landing ? 'border-slate-200 border-t-4 border-t-indigo-600' : 'border-slate-200'}`}
                    >
                      <div className="flex items-start gap-1">
                        <h3 className="min-w-0 flex-1 break-words text-sm font-medium">{task.title}</h3>
                        <span className="-mr-2 -mt-2 flex shrink-0">
                          <button type="button" className="icon-btn" aria-label={`Edit ${task.title}`} title="Edit" onClick={() => onEdit(task)}>
                            <PencilIcon className="h-4 w-4" />
                          </button>
                          <button type="button" className="icon-btn hover:text-red-700" aria-label={`Delete ${task.title}`} title="Delete" onClick={() => onDelete(task)}>
                            <TrashIcon className="h-4 w-4" />
                          </button>
                        </span>
                      </div>
                      <p className="mt-1 text-sm text-slate-600">
                        {task.area} · {hours(task.estimate)}{task.person && ` · ${task.person}`}
                      </p>
                      <div className="mt-2 flex flex-wrap items-center gap-2">
                        {COLUMNS.filter((c) => c.id !== column.id).map((c) => (
                          <button
                            key={c.id}
                            type="button"
                            className="move-btn rounded-md border border-slate-300 px-2.5 py-1.5 text-xs font-medium hover:bg-slate-100"
                            aria-label={`Move to ${c.name}: ${task.title}`}
                            onClick={() => {
                              onMove(task, c.id);
                              setFocusCard(id);
                            }}
                          >
                            Move to {c.name}
                          </button>
                        ))}
                      </div>
                    </li>
                  );
                })}
              </ul>
              {ids.length === 0 && <p className="pb-2 text-center text-sm text-slate-600">Nothing in {columnName(column.id)}</p>}
            </section>
          );
        })}
      </div>
    </div>
  );
}
