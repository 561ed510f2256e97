const EXAMPLES = [
  ['General check-up', 'Family medicine', 85],
  ['Blood test', 'Laboratory', 40],
  ['Flu vaccination', 'Family medicine', 30],
  ['Skin cancer screening', 'Dermatology', 110],
  ['Eye pressure measurement', 'Ophthalmology', 45],
  ['Dental cleaning', 'Dentistry', 95],
  ['Back pain consultation', 'Orthopaedics', 120],
  ['Physiotherapy, first session', 'Physiotherapy', 70],
  ['Hearing test', 'Ear, nose and throat', 55],
  ['Heart ultrasound', 'Cardiology', 210],
  ['Allergy test', 'Dermatology', 90],
  ['Travel health advice', 'Family medicine', 50],
  ['Nutrition counselling', 'Internal medicine', 65],
  ['Sleep consultation', 'Internal medicine', 130],
].map(([title, department, fee], i) => ({ id: i + 1, title, department, fee }));

const KEY = 'slotwise.v1';
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const longDay = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' });
const pad = (n) => String(n).padStart(2, '0');

document.addEventListener('alpine:init', () => {
  Alpine.data('slotwise', () => ({
    treatments: [],
    bookings: [],
    history: [],          // what it was like before each change, oldest first
    times: ['10:00', '12:30', '15:00', '17:30'],
    size: 5,
    page: 1,
    view: 'treatments',
    form: null,           // the booking form that is open, with the id of its treatment
    doomed: null,         // the treatment the dialog asks about
    toast: '',
    toastTimer: null,

    init() {
      this.load();
      this.route();
    },

    // ---- storage and routes

    load() {
      let saved = null;
      try { saved = JSON.parse(localStorage.getItem(KEY)); } catch { /* start afresh */ }
      this.treatments = saved?.treatments ?? EXAMPLES.map((t) => ({ ...t }));
      this.bookings = saved?.bookings ?? [];
      this.history = saved?.history ?? [];
      this.page = Math.min(this.page, this.pages);
    },

    save() {
      const { treatments, bookings, history } = this;
      try { localStorage.setItem(KEY, JSON.stringify({ treatments, bookings, history })); } catch { /* full or blocked */ }
    },

    route() {
      this.view = location.hash === '#/bookings' ? 'bookings' : 'treatments';
      document.title = (this.view === 'bookings' ? 'Bookings' : 'Treatments') + ' · Slotwise';
      window.scrollTo(0, 0);
    },

    // ---- what is shown

    get pages() { return Math.max(1, Math.ceil(this.treatments.length / this.size)); },
    get shown() { return this.treatments.slice((this.page - 1) * this.size, this.page * this.size); },
    get sortedBookings() {
      return [...this.bookings].sort((a, b) => (a.date + a.time).localeCompare(b.date + b.time));
    },
    count(n, word) { return `${n} ${word}${n === 1 ? '' : 's'}`; },
    money(n) { return dollars.format(n); },
    longDate(date) { return longDay.format(new Date(date + 'T12:00')); },
    today() {
      const now = new Date();
      return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
    },
    say(text) {
      this.toast = text;
      clearTimeout(this.toastTimer);
      this.toastTimer = setTimeout(() => { this.toast = ''; }, 5000);
    },
    turn(by) {
      this.page = Math.min(this.pages, Math.max(1, this.page + by));
      this.form = null;
    },

    // ---- changes and undo

    remember(label) {
      const { treatments, bookings, page } = this;
      this.history.push(JSON.parse(JSON.stringify({ label, treatments, bookings, page })));
    },

    undo() {
      const before = this.history.pop();
      if (!before) return;
      this.treatments = before.treatments;
      this.bookings = before.bookings;
      this.page = Math.min(before.page, this.pages);
      this.form = null;
      this.save();
      this.say(`Undone: ${before.label}`);
    },

    shortcut(event) {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'z') return;
      // In a text field Ctrl+Z belongs to what is being typed.
      if (event.target.matches?.('input:not([type=radio]), textarea') || this.$refs.confirm.open) return;
      event.preventDefault();
      this.undo();
    },

    // ---- booking

    toggleForm(t) {
      this.toast = '';
      this.form = this.form?.id === t.id ? null : { id: t.id, date: '', time: '', name: '', errors: { date: '', time: '', name: '' } };
    },

    taken(t, date, time) {
      return this.bookings.some((b) => b.treatment === t.id && b.date === date && b.time === time);
    },

    book(t) {
      const { date, time } = this.form;
      const name = this.form.name.trim();
      const now = new Date();
      const errors = { date: '', time: '', name: '' };

      if (!date) errors.date = 'Please pick a date.';
      else if (date < this.today()) errors.date = 'This date is in the past. Please pick today or a later day.';

      if (!time) errors.time = 'Please choose a time.';
      else if (date && this.taken(t, date, time)) errors.time = `${time} on this day is already taken. Please choose another time.`;
      else if (date === this.today() && time <= `${pad(now.getHours())}:${pad(now.getMinutes())}`) {
        errors.time = `${time} has already passed today. Please choose a later time.`;
      }

      if (!name) errors.name = 'Please enter your name.';

      this.form.errors = errors;
      if (errors.date || errors.time || errors.name) return;

      this.remember(`booking of ${t.title}`);
      const id = Math.max(0, ...this.bookings.map((b) => b.id)) + 1;
      this.bookings.push({ id, treatment: t.id, title: t.title, department: t.department, fee: t.fee, date, time, name });
      this.save();
      this.form = null;
      this.say(`Booked: ${t.title}, ${this.longDate(date)} at ${time}.`);
    },

    // ---- deleting

    ask(t) {
      this.doomed = t;
      this.$refs.confirm.showModal();
    },

    remove() {
      const t = this.doomed;
      if (t) {
        this.remember(`deletion of ${t.title}`);
        this.treatments = this.treatments.filter((x) => x.id !== t.id);
        this.page = Math.min(this.page, this.pages);
        if (this.form?.id === t.id) this.form = null;
        this.save();
        this.say(`${t.title} has been deleted.`);
      }
      this.$refs.confirm.close();
    },
  }));
});
