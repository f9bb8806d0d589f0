/** In the address: what is open beside a page's filters. */
export const OPENED = 'open';

/** What is made anew; all else that is open is called by its id. */
export const NEW = 'new';

/** On a page that opens several kinds of things `kind:id`; what is open is of no kind elsewhere. */
const kindOf = (what: string): string => what.slice(0, what.indexOf(':') + 1);

/** The id of what is open where it is of this kind, else ''. */
export const openedOf = (what: string, kind: string): string =>
  kindOf(what) === `${kind}:` ? what.slice(kind.length + 1) : '';

/** The same of what is of no kind: the drawer of a page whose rows open as well. */
export const openedOfNone = (what: string): string => (kindOf(what) === '' ? what : '');

export type Address = { readonly pathname: string; readonly search: string };

/**
 * What is open at an address, '' where nothing is. A page keeps it as `?open=`, or, where `list` is the path of its list, in paths of its own:
 * `/channel/add` and `/channel/edit/7`.
 */
export function openedAt({ pathname, search }: Address, list?: string): string {
  if (list === undefined) return new URLSearchParams(search).get(OPENED) ?? '';
  const path = pathname.replace(/\/$/u, '');
  if (path === `${list}/add`) return NEW;
  return path.startsWith(`${list}/edit/`) ? path.slice(`${list}/edit/`.length) : '';
}

/** The same page, with its filters, and with `what` open on it; '' is nothing. */
export function addressOf({ pathname, search }: Address, what: string, list?: string): Address {
  if (list !== undefined) {
    if (what === '') return { pathname: list, search };
    return { pathname: what === NEW ? `${list}/add` : `${list}/edit/${what}`, search };
  }
  const params = new URLSearchParams(search);
  if (what === '') params.delete(OPENED);
  else params.set(OPENED, what);
  const query = params.toString();
  return { pathname, search: query === '' ? '' : `?${query}` };
}

/** How a page is gone to from an address: `over`: the step before this one in the history is the page with nothing open. */
export type Step =
  | { readonly go: 'to'; readonly to: Address; readonly replace: boolean; readonly over: boolean }
  | { readonly go: 'back' };

/** Opens: a step in the history, so that Back closes. In place of another one of its kind: none; over one of another kind: one. */
export function openingStep(from: Address, isOver: boolean, what: string, list?: string): Step {
  const open = openedAt(from, list);
  const replace = open !== '' && kindOf(open) === kindOf(what);
  return { go: 'to', to: addressOf(from, what, list), replace, over: replace ? isOver : true };
}

/** Closes as Back does where it was opened on the page itself, so that Back does not open it again; else, from a link, in place. */
export const closingStep = (from: Address, isOver: boolean, list?: string): Step =>
  isOver ? { go: 'back' } : { go: 'to', to: addressOf(from, '', list), replace: true, over: false };
