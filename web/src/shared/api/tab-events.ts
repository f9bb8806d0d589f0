import type { setupListeners } from '@reduxjs/toolkit/query';

type TabHandler = NonNullable<Parameters<typeof setupListeners>[1]>;

/**
 * Tells the api when its tab is hidden and when it comes back, and of the network. The library's own listeners take each click into the window for a tab
 * that comes back, so that changing between two windows would ask for every figure again and again.
 */
export const listenToTab: TabHandler = (dispatch, { onFocus, onFocusLost, onOnline, onOffline }) => {
  const seen = (): void => void dispatch(document.visibilityState === 'visible' ? onFocus() : onFocusLost());
  const online = (): void => void dispatch(onOnline());
  const offline = (): void => void dispatch(onOffline());
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('online', online);
  window.addEventListener('offline', offline);
  return () => {
    document.removeEventListener('visibilitychange', seen);
    window.removeEventListener('online', online);
    window.removeEventListener('offline', offline);
  };
};
