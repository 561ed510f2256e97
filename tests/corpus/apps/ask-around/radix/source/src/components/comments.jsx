import { useId, useRef, useState } from 'react'
import { MessageCircle } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle, DialogTrigger } from '@/components/ui/dialog'
import { Input, Textarea } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { useBoard } from '@/lib/store'
import { cn, plural } from '@/lib/utils'

const LIMIT = 200

export function Comments({ question }) {
  const count = question.comments.length
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="secondary" size="sm" aria-label={`Comments (${count}) on ${question.title}`}>
          <MessageCircle aria-hidden="true" />
          Comments ({count})
        </Button>
      </DialogTrigger>
      <DialogContent side="right" closeLabel="Close comments">
        <DialogTitle>Comments</DialogTitle>
        <DialogDescription>{question.title}</DialogDescription>
        <Thread question={question} />
      </DialogContent>
    </Dialog>
  )
}

function Thread({ question }) {
  const { addComment } = useBoard()
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const [errors, setErrors] = useState({})
  const [saved, setSaved] = useState('')
  const nameRef = useRef(null)
  const textRef = useRef(null)
  const uid = useId()

  const length = text.trim().length

  function submit(event) {
    event.preventDefault()
    const found = {}
    if (!name.trim()) found.name = 'Please enter your name.'
    if (!length) found.text = 'Please write a comment.'
    else if (length > LIMIT) found.text = `A comment may have ${LIMIT} characters at most; yours has ${length}.`
    setErrors(found)
    setSaved('')
    if (found.name) return nameRef.current.focus()
    if (found.text) return textRef.current.focus()
    addComment(question.id, { name: name.trim(), text: text.trim() })
    setText('')
    setSaved('Your comment has been added.')
    textRef.current.focus()
  }

  return (
    <>
      <div className="-mx-6 mt-4 min-h-0 flex-1 overflow-y-auto border-y px-6 py-4" tabIndex={0} role="region" aria-label="Comments so far">
        {question.comments.length === 0 ? (
          <p className="text-sm text-muted-foreground">No comments yet. Be the first to answer.</p>
        ) : (
          <ul aria-label={plural(question.comments.length, 'comment')} className="grid gap-3">
            {question.comments.map((comment) => (
              <li key={comment.id} className="rounded-md bg-muted px-3 py-2 text-sm">
                <p className="font-semibold [overflow-wrap:anywhere]">{comment.name}</p>
                <p className="mt-0.5 whitespace-pre-wrap [overflow-wrap:anywhere]">{comment.text}</p>
              </li>
            ))}
          </ul>
        )}
      </div>
      <form onSubmit={submit} noValidate className="mt-4 grid gap-3" aria-label="Add a comment">
        <div className="grid gap-1.5">
          <Label htmlFor={uid + 'name'}>Your name</Label>
          <Input
            id={uid + 'name'}
            ref={nameRef}
            required
            autoComplete="name"
            value={name}
            onChange={(e) => setName(e.target.value)}
            aria-invalid={Boolean(errors.name)}
            aria-describedby={errors.name ? uid + 'name-error' : undefined}
          />
          {errors.name && (
            <p id={uid + 'name-error'} role="alert" className="text-sm text-destructive">
              {errors.name}
            </p>
          )}
        </div>
        <div className="grid gap-1.5">
          <Label htmlFor={uid + 'text'}>Comment</Label>
          <Textarea
            id={uid + 'text'}
            ref={textRef}
            required
            rows={3}
            value={text}
            onChange={(e) => setText(e.target.value)}
            aria-invalid={Boolean(errors.text)}
            aria-describedby={uid + 'count' + (errors.text ? ` ${uid}text-error` : '')}
          />
          <p id={uid + 'count'} className={cn('text-xs text-muted-foreground', length > LIMIT && 'font-semibold text-destructive')}>
            {length} of {LIMIT} characters
          </p>
          {errors.text && (
            <p id={uid + 'text-error'} role="alert" className="text-sm text-destructive">
              {errors.text}
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p role="status" className="text-sm text-accent-foreground">
            {saved}
          </p>
          <Button type="submit">Send comment</Button>
        </div>
      </form>
    </>
  )
}
