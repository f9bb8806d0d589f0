import type { Access } from '@ledgate/api/contract/access';

/** Who closes periods and opens them again: what the page asks for; the server asks its own. */
export const KEEPS_BOOKS: Access = { level: 'root', opens: ['bookkeeping'] };
