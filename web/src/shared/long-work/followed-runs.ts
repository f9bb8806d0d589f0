import { useSyncExternalStore } from 'react';

/**
 * Whose, and since when (ms since the epoch): `7 1790000000000`. Kept in the browser, so that what runs on the server is found again by a page that is loaded
 * anew; the event of this name tells the page of a change.
 */
export const FOLLOWED = 'channel-runs';

export const followed = (): string => localStorage.getItem(FOLLOWED) ?? '';

function listen(tell: () => void): () => void {
  window.addEventListener(FOLLOWED, tell);
  return () => window.removeEventListener(FOLLOWED, tell);
}

/** Whether the person follows what the server does to all channels. */
export const useFollowed = (userId: number | undefined): boolean =>
  useSyncExternalStore(listen, followed).startsWith(`${userId} `);
