import { useEffect, useRef, useState } from 'react';
import { Container, Group, VisuallyHidden } from '@mantine/core';
import { useStore } from './store';
import { IconBolt, IconCart, IconHeart } from './icons';
import { ShopPage, FavouritesPage } from './ShopPage';
import { CartPage } from './CartPage';

const routes = { '#/': 'Shop', '#/favourites': 'Favourites', '#/cart': 'Cart' };
const current = () => (routes[window.location.hash] ? window.location.hash : '#/');

function useRoute() {
  const [route, setRoute] = useState(current);
  useEffect(() => {
    const follow = () => setRoute(current());
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return route;
}

export const focusHeading = () => document.querySelector('h1')?.focus();

export function App() {
  const { favourites, pieces, message } = useStore();
  const route = useRoute();
  const [query, setQuery] = useState('');
  const first = useRef(true);

  useEffect(() => {
    document.title = `${routes[route]} – Signal & Spark`;
    if (first.current) {
      first.current = false;
      return;
    }
    window.scrollTo(0, 0);
    focusHeading();
  }, [route]);

  const here = (hash) => (route === hash ? 'page' : undefined);
  const skip = (event) => {
    event.preventDefault();
    focusHeading();
  };

  return (
    <>
      <a className="skip" href="#main" onClick={skip}>Skip to content</a>
      <header className="header">
        <Container size="lg" py={8}>
          <Group justify="space-between" className="header-row">
            <a className="brand" href="#/"><IconBolt size={22} aria-hidden="true" /> Signal &amp; Spark</a>
            <nav aria-label="Main">
              <ul className="nav">
                <li><a href="#/" aria-current={here('#/')}>Shop</a></li>
                <li>
                  <a href="#/favourites" aria-current={here('#/favourites')}>
                    <IconHeart size={18} aria-hidden="true" /> Favourites{' '}
                    <span className="count">{favourites.length}</span>
                    <VisuallyHidden>{favourites.length === 1 ? ' gadget' : ' gadgets'}</VisuallyHidden>
                  </a>
                </li>
                <li>
                  <a href="#/cart" aria-current={here('#/cart')}>
                    <IconCart size={18} aria-hidden="true" /> Cart{' '}
                    <span className="count">{pieces}</span>
                    <VisuallyHidden>{pieces === 1 ? ' piece' : ' pieces'}</VisuallyHidden>
                  </a>
                </li>
              </ul>
            </nav>
          </Group>
        </Container>
      </header>
      <Container size="lg" py="xl" component="main" id="main">
        {route === '#/' && <ShopPage query={query} setQuery={setQuery} />}
        {route === '#/favourites' && <FavouritesPage />}
        {route === '#/cart' && <CartPage />}
      </Container>
      <Container size="lg" pb={72} component="footer" c="gray.7" fz="sm">
        Tested, cleaned and repaired by hand. Your cart and favourites stay in this browser.
      </Container>
      <div className="toast" role="status">{message && <p>{message}</p>}</div>
    </>
  );
}
