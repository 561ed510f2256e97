// Runs before the first paint so that a stored choice never flashes in the wrong colours.
(function () {
  let stored = null;
  try { stored = localStorage.getItem('voltshed-theme'); } catch (e) { /* storage is blocked */ }
  const dark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
