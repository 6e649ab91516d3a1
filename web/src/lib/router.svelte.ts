// Which page is shown: a function of the address.

export type Route =
  | { page: 'lobby' }
  | { page: 'new' }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string }
  | { page: 'rules'; game: string | null }
  | { page: 'me' }
  | { page: 'person'; name: string }
  | { page: 'about' }
  | { page: 'lost' };

function read(path: string): Route {
  const parts = path.split('/').filter(Boolean);
  const [first, second, third] = parts;
  if (first === undefined) return { page: 'lobby' };
  if (first === 't' && second && !third) return { page: 'table', id: second };
  if (first === 't' && second && third === 'replay') return { page: 'replay', id: second };
  if (first === 'p' && second && !third) return { page: 'person', name: decoded(second) };
  if (first === 'rules' && !third) return { page: 'rules', game: second ?? null };
  if ((first === 'new' || first === 'me' || first === 'about') && !second) return { page: first };
  return { page: 'lost' };
}

/** A part of an address as it was meant, if it can be read. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  path = $state(location.pathname);
  search = $state(location.search);
  hash = $state(location.hash);
  route = $derived(read(this.path));
  /** The secret key in a private table's link. */
  key = $derived(new URLSearchParams(this.search).get('key'));

  constructor() {
    addEventListener('popstate', () => this.#look());
    addEventListener('hashchange', () => this.#look());
    document.addEventListener('click', (event) => this.#click(event));
  }

  #look(): void {
    this.path = location.pathname;
    this.search = location.search;
    this.hash = location.hash;
  }

  go(address: string, replace = false): void {
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    const before = this.path;
    this.#look();
    if (this.path !== before) scrollTo(0, 0);
  }

  /** Links within this site change the page without a reload. */
  #click(event: MouseEvent): void {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element).closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
