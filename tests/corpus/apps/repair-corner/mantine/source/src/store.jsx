import { createContext, useContext, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { GADGETS, COUPON, byId } from './gadgets';

const KEY = 'signal-and-spark';
const empty = { cart: {}, favourites: [], coupon: false };

function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY)) || {};
    const cart = {};
    for (const [id, n] of Object.entries(saved.cart || {})) {
      if (byId[id]?.stock > 0 && Number.isInteger(n) && n > 0) cart[id] = Math.min(n, byId[id].stock);
    }
    return {
      cart,
      favourites: (saved.favourites || []).filter((id) => byId[id]),
      coupon: Boolean(saved.coupon) && Object.keys(cart).length > 0,
    };
  } catch {
    return empty;
  }
}

function reducer(state, action) {
  switch (action.type) {
    case 'quantity': {
      const n = Math.min(action.n, byId[action.id].stock);
      const cart = { ...state.cart, [action.id]: n };
      if (n < 1) delete cart[action.id];
      // An emptied cart is over; the next one may use the coupon again.
      return { ...state, cart, coupon: state.coupon && Object.keys(cart).length > 0 };
    }
    case 'favourite': {
      const has = state.favourites.includes(action.id);
      return {
        ...state,
        favourites: has ? state.favourites.filter((id) => id !== action.id) : [...state.favourites, action.id],
      };
    }
    case 'coupon':
      return { ...state, coupon: true };
    default:
      return state;
  }
}

const StoreContext = createContext(null);
export const useStore = () => useContext(StoreContext);

export function StoreProvider({ children }) {
  const [state, dispatch] = useReducer(reducer, null, load);
  const [message, setMessage] = useState('');
  const timer = useRef();

  useEffect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(state));
    } catch {
      /* private mode: the cart lives as long as the page */
    }
  }, [state]);

  const value = useMemo(() => {
    const say = (text) => {
      clearTimeout(timer.current);
      setMessage(text);
      timer.current = setTimeout(() => setMessage(''), 4000);
    };
    const lines = GADGETS.filter((g) => state.cart[g.id]).map((g) => ({ ...g, quantity: state.cart[g.id] }));
    const subtotal = lines.reduce((sum, l) => sum + l.price * l.quantity, 0);
    const discount = state.coupon ? Math.round((subtotal * COUPON.percent) / 100) : 0;
    return {
      ...state,
      lines,
      pieces: lines.reduce((sum, l) => sum + l.quantity, 0),
      subtotal,
      discount,
      total: subtotal - discount,
      say,
      setQuantity: (id, n) => dispatch({ type: 'quantity', id, n }),
      toggleFavourite: (id) => {
        dispatch({ type: 'favourite', id });
        const was = state.favourites.includes(id);
        say(was ? `${byId[id].name} is no longer a favourite.` : `${byId[id].name} is now a favourite.`);
      },
      applyCoupon: (text) => {
        const code = text.trim().toUpperCase();
        if (!code) return { ok: false, text: 'Enter a coupon code first.' };
        if (code !== COUPON.code) return { ok: false, text: `The code “${text.trim()}” does not exist. Your total has not changed.` };
        if (state.coupon) return { ok: false, text: `${COUPON.code} is already used in this cart. It works once per cart.` };
        dispatch({ type: 'coupon' });
        return { ok: true, text: `${COUPON.code} applied: you pay ${COUPON.percent}% less.` };
      },
    };
  }, [state]);

  return <StoreContext.Provider value={{ ...value, message }}>{children}</StoreContext.Provider>;
}
