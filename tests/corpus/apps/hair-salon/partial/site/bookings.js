const out = document.getElementById('out');
if (!bookings.length) {
  out.innerHTML = '<p class="empty">Nothing booked so far.</p>';
} else {
  out.innerHTML = '<ol class="booked">' + bookings.map(b =>
    `<li><b>${esc(b.title)}</b> <span class="dept">${esc(b.dept)}</span><br>
     ${new Date(b.date + 'T00:00').toLocaleDateString('en-US', { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' })}
     at ${b.time} · for ${esc(b.who)}</li>`).join('') + '</ol>';
}
