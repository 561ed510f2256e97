const KEY = 'gallerynook.catalogue';
let db;
function loadDb() {
  try {
    const raw = JSON.parse(localStorage.getItem(KEY));
    if (raw && Array.isArray(raw.artworks) && Array.isArray(raw.comments)) { db = raw; return; }
  } catch (e) { /* unreadable: fall through to the samples */ }
  db = structuredClone(SAMPLE);
}
function saveDb() {
  try { localStorage.setItem(KEY, JSON.stringify(db)); return true; }
  catch (e) { return false; }
}
const normal = s => s.trim().replace(/\s+/g, ' ').toLocaleLowerCase('en');

/* Returns {errors} or {artwork}. */
function addArtwork(f) {
  const errors = {};
  const title = f.title.trim().replace(/\s+/g, ' ');
  if (!title) errors.title = 'A title is mandatory.';
  else if (title.length > 80) errors.title = 'A title has at most 80 characters.';
  else if (db.artworks.some(a => normal(a.title) === normal(title))) errors.title = `There is already an artwork called “${title}”.`;
  const p = f.price.trim().replace(/^€\s*/, '').replace(',', '.');
  if (!p) errors.price = 'A print price is mandatory.';
  else if (!/^-?\d+(\.\d{1,2})?$/.test(p)) errors.price = 'Write the price as a number in euros, such as 45 or 45.50.';
  else if (Number(p) < 0) errors.price = 'The print price cannot be negative.';
  else if (Number(p) > 100000) errors.price = 'The print price cannot be above €100,000.';
  const y = f.year.trim();
  if (y && !(/^\d{4}$/.test(y) && +y <= new Date().getFullYear())) errors.year = 'Write the year with four digits, not in the future.';
  if (Object.keys(errors).length) return { errors };
  const artwork = { id: db.nextId++, title, artist: f.artist.trim() || 'Unknown', medium: f.medium, cents: Math.round(Number(p) * 100), year: y ? +y : null };
  db.artworks.push(artwork);
  return { artwork, saved: saveDb() };
}
function addComment(artworkId, name, text) {
  const errors = {};
  name = name.trim(); text = text.trim();
  if (!name) errors.name = 'Please give your name.';
  else if (name.length > 40) errors.name = 'A name has at most 40 characters.';
  if (!text) errors.text = 'An empty comment cannot be posted.';
  else if (text.length > 200) errors.text = `A comment has at most 200 characters; yours has ${text.length}.`;
  if (Object.keys(errors).length) return { errors };
  db.comments.push({ artworkId, name, text, at: new Date().toISOString().slice(0, 10) });
  return { saved: saveDb() };
}
function resetDb() { db = structuredClone(SAMPLE); return saveDb(); }
loadDb();
