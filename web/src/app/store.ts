import { configureStore } from '@reduxjs/toolkit';
import { baseApi } from '../shared/api/base-api.ts';
import { keepUser, sessionSlice, storedUser } from '../shared/session/session-slice.ts';
import { uiSlice } from '../shared/ui-state/ui-slice.ts';
import { keepUi, storedUi } from '../shared/ui-state/ui-storage.ts';

/** The store with what this browser remembers; changes of session and choices are kept there again. */
export function createStore() {
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionSlice.reducer, ui: uiSlice.reducer },
    preloadedState: { session: { user: storedUser(), left: false }, ui: storedUi() },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });
  let before = store.getState();
  store.subscribe(() => {
    const now = store.getState();
    if (now.session.user !== before.session.user) keepUser(now.session.user);
    if (now.ui !== before.ui) keepUi(before.ui, now.ui);
    before = now;
  });
  return store;
}

export type Store = ReturnType<typeof createStore>;
export type Dispatch = Store['dispatch'];
