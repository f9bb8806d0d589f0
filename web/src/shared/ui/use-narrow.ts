import { useCallback, useSyncExternalStore } from 'react';

/** Small-screen threshold (docs/console.md#forms). */
const NARROW = '(max-width: 599.98px)';
/** Where a table beside the open menu has no place for all that it could say. */
const TIGHT = '(max-width: 1279.98px)';
const WIDE = '(min-width: 1440px)';

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void): (() => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** True below 600 px. */
export const useNarrow = (): boolean => useMedia(NARROW);

/** True below 1280 px: columns of less weight go into others. */
export const useTight = (): boolean => useMedia(TIGHT);

/** True from 1440 px on. */
export const useWide = (): boolean => useMedia(WIDE);
