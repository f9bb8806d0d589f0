import { useSyncExternalStore } from 'react';

/** Small-screen threshold (docs/console.md#forms). */
const NARROW = '(max-width: 599.98px)';

const subscribe = (changed: () => void): (() => void) => {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** True below 600 px. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
