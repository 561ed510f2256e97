(function () {
  var hide;
  function say(t) {
    var m = document.getElementById('msg');
    m.textContent = t; m.className = 'on';
    clearTimeout(hide); hide = setTimeout(function () { m.className = ''; }, 2200);
  }
  document.querySelectorAll('.q').forEach(function (q) {
    var out = q.querySelector('output');
    q.querySelector('.more').onclick = function () { out.textContent = Number(out.textContent) + 1; say('Cart updated'); };
    q.querySelector('.less').onclick = function () { out.textContent = Math.max(1, out.textContent - 1); say('Cart updated'); };
  });
  document.querySelectorAll('.rm').forEach(function (b) {
    b.onclick = function () { say('Removed from your cart'); };
  });
  document.getElementById('coupon').onsubmit = function (e) {
    e.preventDefault();
    document.getElementById('couponMsg').textContent = 'Thank you! 10% has been taken off your total.';
  };
  document.getElementById('order').onclick = function () { say('Thank you, your order has been placed'); };
})();
