/* Data layer. The journal holds [description, rows before the change]. Kept in localStorage; the journal too. */
var Store = (function () {
  var KEY = 'smallsteps/register', STATES = ['To do', 'Doing', 'Done'];
  var seed = [
    ['Quarterly VAT return', 'Accounting', 5, 0], ['Check travel expenses', 'Accounting', 2, 1],
    ['Reconcile bank statement', 'Accounting', 1.5, 2], ['Replace toner on 2nd floor', 'Facilities', 0.5, 2],
    ['Fire drill schedule', 'Facilities', 2, 0], ['Quote for window cleaning', 'Facilities', 1, 0],
    ['Onboarding plan for J. Wolf', 'HR', 3, 1], ['Update emergency contacts', 'HR', 1, 0],
    ['Job advert for logistics', 'HR', 2.5, 0], ['Server certificate renewal', 'IT', 1, 1],
    ['Laptop for new colleague', 'IT', 2, 0], ['Archive old tickets', 'IT', 4, 0],
    ['Trade fair booking', 'Sales', 3, 2], ['Call back Nordwind Ltd', 'Sales', 0.5, 0],
    ['Refresh slide deck', 'Sales', 6, 1], ['Price comparison pallets', 'Purchasing', 2, 0]
  ];
  var data;
  try { data = JSON.parse(localStorage.getItem(KEY)); } catch (e) { data = null; }
  if (!data || !data.rows) {
    data = { next: 101 + seed.length, journal: [], rows: seed.map(function (s, i) {
      return { no: 101 + i, title: s[0], area: s[1], hours: s[2], state: STATES[s[3]] };
    }) };
  }
  function write() { try { localStorage.setItem(KEY, JSON.stringify(data)); } catch (e) { /* memory only */ } }
  function commit(text, change) {
    data.journal.push([text, JSON.parse(JSON.stringify(data.rows))]);
    change();
    write();
  }
  function get(no) { return data.rows.filter(function (r) { return r.no === no; })[0]; }
  return {
    STATES: STATES,
    rows: function () { return data.rows.slice(); },
    get: get,
    canUndo: function () { return data.journal.length > 0; },
    check: function (v, no) {
      var errors = [];
      if (!v.title) errors.push('Title is mandatory.');
      else if (data.rows.some(function (r) { return r.no !== no && r.title.toLowerCase() === v.title.toLowerCase(); }))
        errors.push('Title is already used by another task.');
      if (!v.area) errors.push('Area is mandatory.');
      if (!(v.hours > 0)) errors.push('Estimate must be a number of hours above 0.');
      return errors;
    },
    add: function (v) { commit('Added ' + v.title, function () { data.rows.push(Object.assign({ no: data.next++ }, v)); }); },
    update: function (no, v) {
      var r = get(no);
      if (!Object.keys(v).some(function (k) { return r[k] !== v[k]; })) return false;
      commit('Amended no. ' + no, function () { Object.assign(r, v); });
      return true;
    },
    remove: function (no) {
      commit('Deleted no. ' + no, function () { data.rows = data.rows.filter(function (r) { return r.no !== no; }); });
    },
    undo: function () {
      var last = data.journal.pop();
      if (!last) return null;
      data.rows = last[1];
      write();
      return last[0];
    }
  };
})();
