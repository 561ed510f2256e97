// Loaded in the head, before anything is painted, so that the page does not flash.
(function () {
  var KEY = 'barometer-road-theme';
  var root = document.documentElement;
  var saved = null;
  try { saved = localStorage.getItem(KEY); } catch (e) { /* storage is off */ }
  var dark = saved ? saved === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'dark' : 'light';

  document.addEventListener('DOMContentLoaded', function () {
    var box = document.getElementById('dark');
    box.checked = dark;
    box.addEventListener('change', function () {
      root.dataset.theme = box.checked ? 'dark' : 'light';
      try { localStorage.setItem(KEY, root.dataset.theme); } catch (e) { /* this visit only */ }
    });
  });
})();
