const START = '/token';
/** Of an address within the console; the rest of it does not matter here. */
const ANYWHERE = 'http://console.invalid';
const OF_SIGN_IN = new Set(['/login', '/register', '/reset', '/user/reset', '/oauth/github', '/oauth/linuxdo']);

type From = { readonly search: string; readonly state: unknown };

/**
 * Where a person goes who has signed in: the page that asked for it (`from` of the router's state), else the one that the address names (`?next=`), else the
 * start page. Never another site, and not back to signing in.
 */
export function afterSignIn({ search, state }: From, start = START): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return pageIn(from) ?? pageIn(new URLSearchParams(search).get('next')) ?? start;
}

/** What browsers read as another site's address begins with two slashes of either kind, once they have dropped what is not seen. */
function pageIn(text: unknown): string | undefined {
  if (typeof text !== 'string' || !text.startsWith('/') || !URL.canParse(text, ANYWHERE)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, ANYWHERE);
  return origin === ANYWHERE && !pathname.startsWith('//') && !OF_SIGN_IN.has(pathname)
    ? `${pathname}${search}${hash}`
    : undefined;
}
