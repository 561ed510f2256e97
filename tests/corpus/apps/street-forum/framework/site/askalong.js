(function () {
  const KEY = 'askalong-street';
  const DAY = 86400000;
  const ago = d => Date.now() - d * DAY;

  function seed() {
    return [
      { id: 1, title: 'Who can lend me a wallpaper steamer for a weekend?', text: 'Two small rooms, three layers of 1970s flowers. I bring it back clean and with cake.', topic: 'Lending', by: 'Marit, no. 14', votes: 7, status: 'Waiting',
        comments: [{ id: 11, name: 'Joost', text: 'Mine leaks a bit, but it works. Ring at no. 3.', at: ago(2) }] },
      { id: 2, title: 'Is the footbridge closed again on Mondays?', text: '', topic: 'Traffic', by: 'Familie Okafor', votes: 23, status: 'Answered',
        comments: [{ id: 21, name: 'Tilde', text: 'Only between 9 and 11, until the railing is painted.', at: ago(5) }, { id: 22, name: 'Mr Brandt', text: 'And it is open for bikes the whole day.', at: ago(4) }] },
      { id: 3, title: 'What is the name of the grey cat that sleeps on everyone’s car?', text: 'Our daughter insists on a proper introduction.', topic: 'Animals', by: 'Sanne', votes: 104, status: 'Answered',
        comments: [{ id: 31, name: 'Pilar', text: 'Officially Earl. He answers to tuna.', at: ago(9) }] },
      { id: 4, title: 'Would anyone share a box of vegetables every week?', text: 'The farm only delivers the large one.', topic: 'Food', by: 'Benedikt', votes: 12, status: 'Waiting', comments: [] },
      { id: 5, title: 'Which electrician came on time for you?', text: 'Three have promised, none has come.', topic: 'House & repairs', by: 'Yusra, no. 22', votes: 31, status: 'Waiting',
        comments: [{ id: 51, name: 'Anton', text: 'Lindqvist & daughter. Call before eight.', at: ago(1) }] },
      { id: 6, title: 'When is the bulky waste picked up this spring?', text: '', topic: 'Waste', by: 'Cornelia', votes: 9, status: 'Archived', comments: [] },
      { id: 7, title: 'Can someone water tomatoes in the last week of July?', text: 'Eight plants, one can each, evenings. You may eat what is ripe.', topic: 'Garden', by: 'Ilse and Rob', votes: 1, status: 'Waiting', comments: [] },
      { id: 8, title: 'Did anybody find a child’s red rubber boot near the pond?', text: '', topic: 'Lost & found', by: 'Dae-jung', votes: 16, status: 'Archived',
        comments: [{ id: 81, name: 'Sanne', text: 'It hung on the fence by the playground yesterday.', at: ago(20) }] }
    ];
  }

  function read() {
    try { return JSON.parse(localStorage.getItem(KEY)) || seed(); } catch (e) { return seed(); }
  }

  document.addEventListener('alpine:init', () => {
    Alpine.data('askalong', () => ({
      questions: read(),
      lanes: ['Waiting', 'Answered', 'Archived'],
      topics: ['Animals', 'Food', 'Garden', 'House & repairs', 'Lending', 'Lost & found', 'Traffic', 'Waste'],
      sorts: { none: 'As they came', high: 'Highest votes first', low: 'Lowest votes first' },
      sort: 'none',
      sortOpen: false,
      view: 'questions',
      currentId: null,
      draft: { name: '', text: '', tried: false },
      asking: null,
      held: null,
      over: null,

      init() {
        this.route();
        this.$watch('questions', list => localStorage.setItem(KEY, JSON.stringify(list)));
      },
      route() {
        this.view = location.hash === '#board' ? 'board' : 'questions';
      },

      get sorted() {
        const list = [...this.questions];
        if (this.sort === 'high') list.sort((a, b) => b.votes - a.votes);
        if (this.sort === 'low') list.sort((a, b) => a.votes - b.votes);
        return list;
      },
      get current() { return this.questions.find(q => q.id === this.currentId); },
      get topicHits() {
        const typed = this.asking.topic.trim().toLowerCase();
        return this.topics.filter(t => t.toLowerCase().includes(typed) && t.toLowerCase() !== typed);
      },
      inLane(lane) { return this.questions.filter(q => q.status === lane); },
      howMany(n, word) { return `${n} ${word}${n === 1 ? '' : 's'}`; },
      hue(name) { return [...name].reduce((sum, ch) => sum + ch.charCodeAt(0) * 7, 0) % 360; },
      when(at) {
        const days = Math.floor((Date.now() - at) / DAY);
        return days < 1 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
      },

      vote(q) {
        q.votes += q.mine ? -1 : 1;
        q.mine = !q.mine;
      },
      open(q) {
        this.draft.text = '';
        this.draft.tried = false;
        this.currentId = q.id;
      },
      close() { this.currentId = null; },
      escape() {
        if (this.sortOpen) this.sortOpen = false;
        else if (this.asking) this.asking = null;
        else this.close();
      },
      comment() {
        const name = this.draft.name.trim(), text = this.draft.text.trim();
        this.draft.tried = true;
        if (!name || !text) return;
        this.current.comments.push({ id: Date.now(), name, text, at: Date.now() });
        this.draft = { name, text: '', tried: false };
      },

      startAsking() {
        this.asking = { title: '', text: '', topic: '', by: this.draft.name, open: false, tried: false };
      },
      ask() {
        const a = this.asking;
        a.tried = true;
        if (!a.title.trim() || !a.by.trim()) return;
        this.questions.unshift({
          id: Date.now(), title: a.title.trim(), text: a.text.trim(), topic: a.topic.trim() || 'Everything else',
          by: a.by.trim(), votes: 0, status: 'Waiting', comments: []
        });
        this.asking = null;
      },

      hold(ev, q) {
        ev.dataTransfer.effectAllowed = 'move';
        ev.dataTransfer.setData('text/plain', String(q.id));
        this.held = q.id;
      },
      drop(lane) {
        const at = this.questions.findIndex(q => q.id === this.held);
        if (at >= 0) this.questions[at].status = lane;
        this.held = this.over = null;
      }
    }));
  });
})();
