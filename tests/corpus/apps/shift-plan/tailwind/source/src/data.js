export const AREAS = ['Customers', 'Facilities', 'Finance', 'Marketing', 'Operations', 'People'];
export const COLUMNS = [
  { id: 'todo', name: 'To do' },
  { id: 'doing', name: 'Doing' },
  { id: 'done', name: 'Done' },
];
export const columnName = (id) => COLUMNS.find((c) => c.id === id).name;

export const EXAMPLES = [
  { id: 't1', title: 'Write the early shift roster for next week', area: 'Operations', estimate: 2, person: 'Amina', column: 'doing' },
  { id: 't2', title: 'Call back the Kessler bakery', area: 'Customers', estimate: 0.5, person: 'Jonas', column: 'todo' },
  { id: 't3', title: 'Count the stock in the back room', area: 'Operations', estimate: 3, person: 'Priya', column: 'todo' },
  { id: 't4', title: 'Send out the November invoices', area: 'Finance', estimate: 1.5, person: 'Leo', column: 'doing' },
  { id: 't5', title: 'Draft the spring newsletter', area: 'Marketing', estimate: 4, person: 'Amina', column: 'todo' },
  { id: 't6', title: 'Repair the loading dock light', area: 'Facilities', estimate: 1, person: 'Tomasz', column: 'done' },
  { id: 't7', title: 'Plan the first week for Nadia', area: 'People', estimate: 2.5, person: 'Jonas', column: 'todo' },
  { id: 't8', title: 'Update the price list', area: 'Marketing', estimate: 1, person: 'Priya', column: 'done' },
  { id: 't9', title: 'Order new safety gloves', area: 'Facilities', estimate: 0.25, person: 'Tomasz', column: 'done' },
  { id: 't10', title: 'Check the travel expenses', area: 'Finance', estimate: 2, person: 'Leo', column: 'todo' },
  { id: 't11', title: 'Answer the reviews from the weekend', area: 'Customers', estimate: 1, person: 'Nadia', column: 'doing' },
  { id: 't12', title: 'Book the room for the yearly meeting', area: 'People', estimate: 0.5, person: 'Jonas', column: 'todo' },
  { id: 't13', title: 'Test the new label printer', area: 'Operations', estimate: 1.5, person: 'Priya', column: 'doing' },
  { id: 't14', title: 'Prepare the talk with the landlord', area: 'Facilities', estimate: 2, person: 'Amina', column: 'todo' },
];
