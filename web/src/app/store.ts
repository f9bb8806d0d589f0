import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { combineReducers } from 'redux';
import { playgroundSlice } from '../features/playground/playground-slice.ts';
import { baseApi } from '../shared/api/base-api.ts';
import { listenToTab } from '../shared/api/tab-events.ts';
import { paceSlice } from '../shared/api/pace.ts';
import { haltChanges } from '../shared/session/halt-changes.ts';
import {
  keepUser,
  listenToOtherTabs,
  sessionSlice,
  storedElsewhere,
  storedUser,
} from '../shared/session/session-slice.ts';
import { showZone } from '../shared/time/zone.ts';
import { uiSlice } from '../shared/ui-state/ui-slice.ts';
import { keepUi, storedUi } from '../shared/ui-state/ui-storage.ts';
import { workSlice } from '../shared/long-work/work-slice.ts';
import { changingUser, haltHeard, keeping } from './store-middleware.ts';

/** All that the console knows: what the server answered, who is signed in, what a person chose for this browser. */
const rootReducer = combineReducers({
  [baseApi.reducerPath]: baseApi.reducer,
  session: sessionSlice.reducer,
  pace: paceSlice.reducer,
  ui: uiSlice.reducer,
  work: workSlice.reducer,
  playground: playgroundSlice.reducer,
});

/** The store with what this browser remembers. `onExpired` hears of a session that the server has ended. */
export function createStore(onExpired: () => void) {
  const ui = storedUi();
  showZone(ui.zone);
  const store = configureStore({
    reducer: rootReducer,
    preloadedState: { session: { user: storedUser(), left: false }, ui },
    middleware: (defaults) =>
      defaults().concat(
        changingUser({ forget: baseApi.util.resetApiState, onExpired }),
        haltHeard(() => haltChanges.tell()),
        keeping({
          user: keepUser,
          ui: (before, after) => {
            keepUi(before, after);
            showZone(after.zone);
          },
        }),
        baseApi.middleware,
      ),
  });
  // What is asked again and again rests while nobody looks at the page.
  setupListeners(store.dispatch, listenToTab);
  listenToOtherTabs((user) => store.dispatch(storedElsewhere(user)));
  return store;
}

export type Store = ReturnType<typeof createStore>;
