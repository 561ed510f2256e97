import Dialog from './Dialog.jsx';

export default function DeleteDialog({ task, onConfirm, onClose }) {
  return (
    <Dialog role="alertdialog" labelledby="delete-heading" describedby="delete-text" onClose={onClose} className="max-w-md">
      <h2 id="delete-heading" className="text-xl font-semibold">Delete this task?</h2>
      <p id="delete-text" className="mt-2 break-words text-slate-700">
        “{task.title}” will be removed from the list and from the board.
      </p>
      <div className="mt-6 flex justify-end gap-3">
        <button type="button" autoFocus className="btn" onClick={onClose}>Keep task</button>
        <button type="button" className="btn btn-danger" onClick={onConfirm}>Delete</button>
      </div>
    </Dialog>
  );
}
