import { useRef, useState } from 'react'
import { Plus } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogTitle, DialogTrigger } from '@/components/ui/dialog'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '@/components/ui/select'
import { TOPICS } from '@/data'
import { useBoard } from '@/lib/store'

const empty = { title: '', topic: 'Other', votes: '' }

function FieldError({ id, children }) {
  if (!children) return null
  return (
    <p id={id} role="alert" className="text-sm text-destructive">
      {children}
    </p>
  )
}

export function AddQuestion({ onAdded }) {
  const { isTaken, addQuestion } = useBoard()
  const [open, setOpen] = useState(false)
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState({})
  const titleRef = useRef(null)
  const votesRef = useRef(null)

  const set = (key) => (value) => {
    setValues((v) => ({ ...v, [key]: value }))
    setErrors((e) => ({ ...e, [key]: undefined }))
  }

  function submit(event) {
    event.preventDefault()
    const title = values.title.trim().replace(/\s+/g, ' ')
    const rawVotes = votesRef.current.validity.badInput ? 'x' : values.votes.trim()
    const found = {}
    if (!title) found.title = 'Please enter a title.'
    else if (isTaken(title)) found.title = 'There is already a question with this title.'
    if (rawVotes === '') found.votes = 'Please enter the number of votes.'
    else if (!Number.isFinite(Number(rawVotes))) found.votes = 'Votes must be a number.'
    else if (Number(rawVotes) < 0) found.votes = 'Votes cannot be negative.'
    else if (!Number.isInteger(Number(rawVotes))) found.votes = 'Votes must be a whole number.'
    setErrors(found)
    if (found.title) return titleRef.current.focus()
    if (found.votes) return votesRef.current.focus()
    const question = { title, topic: values.topic, votes: Number(rawVotes) }
    addQuestion(question)
    onAdded?.(question)
    setOpen(false)
  }

  function onOpenChange(next) {
    setOpen(next)
    if (next) {
      setValues(empty)
      setErrors({})
    }
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTrigger asChild>
        <Button>
          <Plus aria-hidden="true" />
          Add question
        </Button>
      </DialogTrigger>
      <DialogContent closeLabel="Close without adding">
        <DialogTitle>Add a question</DialogTitle>
        <DialogDescription>Title and votes are mandatory.</DialogDescription>
        <form onSubmit={submit} noValidate className="mt-5 grid gap-4">
          <div className="grid gap-2">
            <Label htmlFor="q-title">
              Title <span aria-hidden="true" className="text-destructive">*</span>
            </Label>
            <Input
              id="q-title"
              ref={titleRef}
              required
              autoComplete="off"
              value={values.title}
              onChange={(e) => set('title')(e.target.value)}
              aria-invalid={Boolean(errors.title)}
              aria-describedby={errors.title ? 'q-title-error' : undefined}
            />
            <FieldError id="q-title-error">{errors.title}</FieldError>
          </div>
          <div className="grid gap-2">
            <Label htmlFor="q-topic">Topic</Label>
            <Select value={values.topic} onValueChange={set('topic')}>
              <SelectTrigger id="q-topic">
                <SelectValue />
              </SelectTrigger>
              <SelectContent>
                {TOPICS.map((topic) => (
                  <SelectItem key={topic} value={topic}>
                    {topic}
                  </SelectItem>
                ))}
              </SelectContent>
            </Select>
          </div>
          <div className="grid gap-2">
            <Label htmlFor="q-votes">
              Votes <span aria-hidden="true" className="text-destructive">*</span>
            </Label>
            <Input
              id="q-votes"
              ref={votesRef}
              type="number"
              required
              min="0"
              step="1"
              inputMode="numeric"
              value={values.votes}
              onChange={(e) => set('votes')(e.target.value)}
              aria-invalid={Boolean(errors.votes)}
              aria-describedby={errors.votes ? 'q-votes-error' : undefined}
            />
            <FieldError id="q-votes-error">{errors.votes}</FieldError>
          </div>
          <div className="mt-2 flex justify-end gap-2">
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit">Save question</Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}
