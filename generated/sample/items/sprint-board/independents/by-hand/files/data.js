/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
'use strict';

/* Sample data: title, area, estimate in hours, person, column */
var EXAMPLES = [
  ['Sketch the new pricing page', 'Design', 4, 'Ines', 'doing'],
  ['Fix the login time-out', 'Development', 3, 'Tom', 'doing'],
  ['Write the May newsletter', 'Marketing', 2.5, 'Priya', 'todo'],
  ['Answer open support mails', 'Support', 2, 'Jonas', 'todo'],
  ['Book the room for the quarterly review', 'Office', 0.5, 'Ines', 'done'],
  ['Update the contact list', 'Office', 1, 'Jonas', 'todo'],
  ['Test the checkout on small phones', 'Development', 5, 'Tom', 'todo'],
  ['Choose photos for the team page', 'Design', 1.5, 'Priya', 'todo'],
  ['Prepare the budget for June', 'Finance', 3.5, 'Amara', 'doing'],
  ['Send the April invoices', 'Finance', 2, 'Amara', 'done'],
  ['Interview two pilot customers', 'Research', 3, 'Priya', 'todo'],
  ['Tidy up the shared drive', 'Office', 1.5, 'Jonas', 'todo'],
  ['Renew the web certificate', 'Development', 0.75, 'Tom', 'done'],
  ['Plan the onboarding of Lena', 'People', 2, 'Amara', 'todo']
];

var COLUMNS = [
  { id: 'todo', name: 'To do' },
  { id: 'doing', name: 'Doing' },
  { id: 'done', name: 'Done' }
];
