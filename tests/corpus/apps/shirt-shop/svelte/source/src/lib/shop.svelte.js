import { GARMENTS } from './garments.js';

const KEY = 'loom-and-lane';
const COUPON = 'FRIENDS';
const DISCOUNT = 0.15;

function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function createShop() {
  const saved = load();
  let quantities = $state(saved.quantities ?? {});
  let myRatings = $state(saved.myRatings ?? {});
  let coupon = $state(saved.coupon ?? false);

  const lines = $derived(
    GARMENTS.filter((g) => quantities[g.id] > 0).map((g) => ({
      garment: g,
      quantity: Math.min(quantities[g.id], g.stock),
      sum: Math.min(quantities[g.id], g.stock) * g.price,
    })),
  );
  const pieces = $derived(lines.reduce((n, l) => n + l.quantity, 0));
  const subtotal = $derived(lines.reduce((n, l) => n + l.sum, 0));
  const discount = $derived(coupon ? Math.round(subtotal * DISCOUNT) : 0);

  $effect.root(() => {
    $effect(() => {
      const text = JSON.stringify({ quantities, myRatings, coupon });
      try {
        localStorage.setItem(KEY, text);
      } catch {
        // storage is off: the cart lives as long as the page
      }
    });
  });

  return {
    get lines() { return lines; },
    get pieces() { return pieces; },
    get subtotal() { return subtotal; },
    get discount() { return discount; },
    get total() { return subtotal - discount; },
    get coupon() { return coupon; },

    inCart: (garment) => quantities[garment.id] ?? 0,

    add(garment) {
      const have = quantities[garment.id] ?? 0;
      if (have < garment.stock) quantities[garment.id] = have + 1;
    },

    /** Sets a quantity between 1 and the stock; returns what it has become. */
    setQuantity(garment, wanted) {
      const quantity = Math.max(1, Math.min(garment.stock, Math.floor(wanted)));
      quantities[garment.id] = quantity;
      return quantity;
    },

    remove(garment) {
      delete quantities[garment.id];
      // the coupon belongs to this cart; an emptied cart starts afresh
      if (Object.keys(quantities).length === 0) coupon = false;
    },

    /** @returns {'applied' | 'twice' | 'empty' | 'unknown'} */
    redeem(code) {
      const typed = code.trim();
      if (!typed) return 'empty';
      if (typed.toUpperCase() !== COUPON) return 'unknown';
      if (coupon) return 'twice';
      coupon = true;
      return 'applied';
    },

    myRating: (garment) => myRatings[garment.id] ?? 0,
    rate(garment, stars) {
      myRatings[garment.id] = stars;
    },
    ratingOf(garment) {
      const mine = myRatings[garment.id];
      const all = mine ? [...garment.ratings, mine] : garment.ratings;
      return {
        count: all.length,
        average: all.length ? all.reduce((a, b) => a + b, 0) / all.length : 0,
      };
    },
  };
}

export const shop = createShop();
