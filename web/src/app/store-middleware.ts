import type { Action, Middleware } from 'redux';
import {
  expired,
  left,
  type SessionState,
  type SessionUser,
  signedIn,
  signedInOver,
} from '../shared/session/session-slice.ts';
import type { UiState } from '../shared/ui-state/ui-slice.ts';

type Watched = { readonly session: SessionState; readonly ui: UiState };

type Keeping = {
  readonly user: (user: SessionUser | null) => void;
  readonly ui: (before: UiState, after: UiState) => void;
};

/** Keeps in this browser what an action has changed of the session and the choices. */
export const keeping =
  (keep: Keeping): Middleware<unknown, Watched> =>
  ({ getState }) =>
  (next) =>
  (action) => {
    const before = getState();
    const result = next(action);
    const after = getState();
    if (after.session.user !== before.session.user) keep.user(after.session.user);
    // The session of this browser is his, whatever this tab still shows.
    else if (signedInOver.match(action)) keep.user(action.payload);
    if (after.ui !== before.ui) keep.ui(before.ui, after.ui);
    return result;
  };

/** Hears of each change of what keeps this tab from going on. */
export const haltHeard =
  (onChange: () => void): Middleware<unknown, Watched> =>
  ({ getState }) =>
  (next) =>
  (action) => {
    const { session: before } = getState();
    const result = next(action);
    const { session: after } = getState();
    if (after.halt !== before.halt || after.user !== before.user) onChange();
    return result;
  };

/** `forget`: the action that drops all that the server has answered. `onExpired` hears of a session that the server has ended. */
type Changing = { readonly forget: () => Action; readonly onExpired: () => void };

/** Whoever comes or goes, nothing that the server has answered one person is there for the next. */
export const changingUser =
  ({ forget, onExpired }: Changing): Middleware<unknown, Watched> =>
  ({ dispatch }) =>
  (next) =>
  (action) => {
    const result = next(action);
    if (signedIn.match(action) || left.match(action) || expired.match(action)) dispatch(forget());
    if (expired.match(action)) onExpired();
    return result;
  };
