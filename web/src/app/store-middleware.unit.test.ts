import { describe, expect, it } from '@jest/globals';
import { applyMiddleware, combineReducers, legacy_createStore, type UnknownAction } from 'redux';
import { expired, left, sessionSlice, type SessionUser, signedIn } from '../shared/session/session-slice.ts';
import { initialUi, themeChosen, type UiState, uiSlice } from '../shared/ui-state/ui-slice.ts';
import { changingUser, keeping } from './store-middleware.ts';

const ada: SessionUser = {
  id: 7,
  username: 'ada',
  display_name: 'Ada',
  role: 10,
  status: 1,
  group: 'default',
  permissions: [],
};

/** A store with answers of the server that can be dropped, and what the middleware has done, in order. */
function world() {
  const done: unknown[] = [];
  const rootReducer = combineReducers({
    session: sessionSlice.reducer,
    ui: uiSlice.reducer,
    answers: (answers: readonly string[] = ["Ada's balance"], { type }: UnknownAction) =>
      type === 'forgotten' ? [] : answers,
  });
  const store = legacy_createStore(
    rootReducer,
    { session: { user: ada, left: false } },
    applyMiddleware(
      changingUser({
        forget: () => ({ type: 'forgotten' }),
        onExpired: () => done.push(['expired', store.getState().session.user, store.getState().answers]),
      }),
      keeping({
        user: (user) => done.push(['kept', user?.username ?? null]),
        ui: (before: UiState, after: UiState) => done.push(['kept', before.theme, after.theme]),
      }),
    ),
  );
  return { store, done };
}

describe('the middleware of the store', () => {
  it.each([
    ['who comes', signedIn({ ...ada, id: 8, username: 'grace' }), 'grace'],
    ['who goes', left(), null],
  ])('keeps %s, and nothing that the server answered the one before', (_who, action, kept) => {
    const { store, done } = world();
    store.dispatch(action);
    expect(done).toEqual([['kept', kept]]);
    expect(store.getState().answers).toEqual([]);
  });

  it('tells of a session that has ended once it is over and its answers are dropped', () => {
    const { store, done } = world();
    store.dispatch(expired());
    expect(done).toEqual([
      ['kept', null],
      ['expired', null, []],
    ]);
  });

  it('keeps a choice that changed, and leaves all else alone', () => {
    const { store, done } = world();
    store.dispatch(themeChosen('dark'));
    store.dispatch({ type: 'other' });
    expect(done).toEqual([['kept', initialUi.theme, 'dark']]);
    expect(store.getState().answers).toEqual(["Ada's balance"]);
  });
});
