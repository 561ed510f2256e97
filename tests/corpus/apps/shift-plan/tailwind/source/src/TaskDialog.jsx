import { useRef, useState } from 'react';
import Dialog from './Dialog.jsx';
import { AREAS, COLUMNS } from './data.js';
import { normalise } from './useTasks.js';

function Field({ id, label, hint, error, children }) {
  return (
    <div>
      <label htmlFor={id} className="block text-sm font-medium">
        {label} {hint && <span className="font-normal text-slate-600">({hint})</span>}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm font-medium text-red-700">
          {error}
        </p>
      )}
    </div>
  );
}

export default function TaskDialog({ task, column, tasks, onSave, onClose }) {
  const [values, setValues] = useState({
    title: task?.title ?? '',
    area: task?.area ?? AREAS[0],
    estimate: task ? String(task.estimate) : '',
    person: task?.person ?? '',
    column: column ?? 'todo',
  });
  const [errors, setErrors] = useState({});
  const titleRef = useRef(null);
  const estimateRef = useRef(null);

  const set = (name) => (event) => {
    setValues((v) => ({ ...v, [name]: event.target.value }));
    setErrors((e) => ({ ...e, [name]: undefined }));
  };

  const submit = (event) => {
    event.preventDefault();
    const found = {};
    const title = values.title.trim().replace(/\s+/g, ' ');
    if (!title) found.title = 'Please enter a title.';
    else if (tasks.some((t) => t.id !== task?.id && normalise(t.title) === normalise(title))) {
      found.title = 'Another task already has this title.';
    }
    const typed = values.estimate.trim();
    const estimate = Number(typed);
    if (estimateRef.current.validity.badInput) found.estimate = 'Please enter the estimate as a number of hours.';
    else if (!typed) found.estimate = 'Please enter an estimate in hours.';
    else if (!Number.isFinite(estimate)) found.estimate = 'Please enter the estimate as a number of hours.';
    else if (estimate < 0) found.estimate = 'The estimate cannot be negative.';
    setErrors(found);
    if (found.title) titleRef.current.focus();
    else if (found.estimate) estimateRef.current.focus();
    else onSave({ title, area: values.area, estimate, person: values.person.trim(), column: values.column });
  };

  const aria = (name) => ({
    'aria-required': true,
    'aria-invalid': Boolean(errors[name]),
    'aria-describedby': errors[name] ? `task-${name}-error` : undefined,
    className: `field ${errors[name] ? 'field-bad' : ''}`,
  });

  return (
    <Dialog labelledby="task-heading" onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <h2 id="task-heading" className="text-xl font-semibold">{task ? 'Edit task' : 'Add a task'}</h2>
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          <div className="sm:col-span-2">
            <Field id="task-title" label="Title" hint="required" error={errors.title}>
              <input id="task-title" ref={titleRef} autoFocus type="text" maxLength={120} value={values.title} onChange={set('title')} {...aria('title')} />
            </Field>
          </div>
          <Field id="task-area" label="Area">
            <select id="task-area" className="field" value={values.area} onChange={set('area')}>
              {AREAS.map((a) => <option key={a}>{a}</option>)}
            </select>
          </Field>
          <Field id="task-estimate" label="Estimate in hours" hint="required" error={errors.estimate}>
            <input id="task-estimate" ref={estimateRef} type="number" inputMode="decimal" min="0" step="any" value={values.estimate} onChange={set('estimate')} {...aria('estimate')} />
          </Field>
          <Field id="task-person" label="Colleague">
            <input id="task-person" type="text" maxLength={60} className="field" value={values.person} onChange={set('person')} />
          </Field>
          <Field id="task-column" label="Column on the board">
            <select id="task-column" className="field" value={values.column} onChange={set('column')}>
              {COLUMNS.map((c) => <option key={c.id} value={c.id}>{c.name}</option>)}
            </select>
          </Field>
        </div>
        <div className="mt-6 flex justify-end gap-3">
          <button type="button" className="btn" onClick={onClose}>Cancel</button>
          <button type="submit" className="btn btn-primary">{task ? 'Save changes' : 'Add task'}</button>
        </div>
      </form>
    </Dialog>
  );
}
