import { useRef, useState } from 'react';
import { Button, Description, Field, Input, Label, Textarea } from '@headlessui/react';
import { checkComment, MAX_COMMENT, useStore } from './store.jsx';

const BLANK = { name: '', text: '' };

export default function Comments({ event, comments, announce }) {
  const { dispatch } = useStore();
  const [form, setForm] = useState(BLANK);
  const [errors, setErrors] = useState({});
  const nameField = useRef(null);
  const textField = useRef(null);

  const change = (key) => (e) => setForm({ ...form, [key]: e.target.value });
  const length = form.text.trim().length;

  function submit(e) {
    e.preventDefault();
    const problems = checkComment(form);
    setErrors(problems);
    if (problems.name) return nameField.current.focus();
    if (problems.text) return textField.current.focus();
    dispatch({ type: 'comment', eventId: event.id, comment: { name: form.name.trim(), text: form.text.trim() } });
    setForm(BLANK);
    announce(`Your comment on ${event.title} is online.`);
  }

  return (
    <section aria-label={`Comments on ${event.title}`} className="mt-4 border-t border-dashed border-stone-300 pt-4">
      {comments.length === 0 ? (
        <p className="text-sm text-stone-700">No comments yet. Be the first!</p>
      ) : (
        <ul aria-label={`Comments on ${event.title}`} className="space-y-2">
          {comments.map((comment, i) => (
            <li key={i} className="rounded-lg bg-stone-100 px-3 py-2">
              <p className="break-words text-sm font-semibold">{comment.name}</p>
              <p className="whitespace-pre-wrap break-words text-sm">{comment.text}</p>
            </li>
          ))}
        </ul>
      )}

      <form noValidate onSubmit={submit} aria-label={`Write a comment on ${event.title}`} className="mt-4 space-y-3">
        <Field>
          <Label className="label">Your name</Label>
          <Input ref={nameField} value={form.name} onChange={change('name')} autoComplete="name" required invalid={!!errors.name} className="field" />
          {errors.name && <Description as="span" role="alert" className="error">{errors.name}</Description>}
        </Field>
        <Field>
          <Label className="label">Your comment</Label>
          <Textarea ref={textField} rows={3} value={form.text} onChange={change('text')} required invalid={!!errors.text || length > MAX_COMMENT} className="field" />
          <Description as="span" className={`block text-xs ${length > MAX_COMMENT ? 'font-bold text-red-800' : 'text-stone-600'}`}>
            {length} of at most {MAX_COMMENT} characters
          </Description>
          {errors.text && <Description as="span" role="alert" className="error">{errors.text}</Description>}
        </Field>
        <Button type="submit" className="btn-main">Post comment</Button>
      </form>
    </section>
  );
}
