export const AREAS = ['Planning', 'Design', 'Development', 'Marketing', 'Support', 'Office']

export const SEED = [
  ['Prepare Monday stand-up', 'Planning', 0.5, 'done'],
  ['Write release notes for 2.4', 'Development', 2, 'doing'],
  ['Fix login on old tablets', 'Development', 5, 'doing'],
  ['Redraw the onboarding screens', 'Design', 8, 'todo'],
  ['Answer open support mails', 'Support', 3, 'doing'],
  ['Newsletter for September', 'Marketing', 4, 'todo'],
  ['Order chairs for the meeting room', 'Office', 1, 'todo'],
  ['Estimate the search feature', 'Planning', 1.5, 'done'],
  ['Clean up the icon set', 'Design', 2.5, 'todo'],
  ['Update the server certificates', 'Development', 1, 'done'],
  ['Call back Hanssen & Sons', 'Support', 0.5, 'todo'],
  ['Draft the trade fair poster', 'Marketing', 6, 'todo'],
  ['Book rooms for the team day', 'Office', 1, 'done'],
  ['Review the quarterly goals', 'Planning', 2, 'todo'],
  ['Test the backup restore', 'Development', 3.5, 'todo']
].map(([title, area, estimate, status], i) => ({ id: i + 1, title, area, estimate, status, rank: i }))
