import { connection } from '../connection/connection.ts';
import type { setupListeners } from '@reduxjs/toolkit/query';

type TabHandler = NonNullable<Parameters<typeof setupListeners>[1]>;

/**
 * Tells the api when its tab is hidden and when it comes back, and of the network. The library's own listeners take each click into the window for a tab
 * that comes back, so that changing between two windows would ask for every figure again and again.
 */
export const listenToTab: TabHandler = (dispatch, { onFocus, onFocusLost, onOnline, onOffline }) => {
  const seen = (): void => {
    dispatch(document.visibilityState === 'visible' ? onFocus() : onFocusLost());
    connection.hopeful();
  };
  const online = (): void => {
    dispatch(onOnline());
    connection.hopeful();
  };
  const offline = (): void => {
    dispatch(onOffline());
    connection.doubtful();
  };
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('online', online);
  window.addEventListener('offline', offline);
  return () => {
    document.removeEventListener('visibilitychange', seen);
    window.removeEventListener('online', online);
    window.removeEventListener('offline', offline);
  };
};
