import { useSyncExternalStore } from 'react';

/** Whose, and since when (ms since the epoch): `7 1790000000000`. Kept in the browser, so that what runs on the server is found again by a page that is loaded anew. */
const STORAGE_KEY = 'channel-runs';

const listeners = new Set<() => void>();
const stored = (): string => localStorage.getItem(STORAGE_KEY) ?? '';

/** Runs over all channels that began since `sinceMs` are told of in the top bar; a page that follows them already goes on with the earlier time. */
export const followRuns = (userId: number, sinceMs: number): void =>
  keep(`${userId} ${Math.min(sinceMs, followedSince(stored(), userId) ?? sinceMs)}`);

export const unfollowRuns = (): void => keep('');

function keep(text: string): void {
  if (text === stored()) return;
  localStorage.setItem(STORAGE_KEY, text);
  for (const tell of listeners) tell();
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export function followedSince(text: string, userId: number | undefined): number | undefined {
  const [id, since] = text.split(' ').map(Number);
  return id === userId ? since : undefined;
}

/** Since when the person follows what the server does to all channels, ms since the epoch; undefined where he does not. */
export const useFollowedSince = (userId: number | undefined): number | undefined =>
  followedSince(useSyncExternalStore(listen, stored), userId);
