import { isJsonObject, parsedJson } from '@ledgate/domain/shared/json';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** What sign-in answers, stored locally; the source of role checks (docs/console.md#sign-in). The server checks again. */
export type SessionUser = {
  readonly id: number;
  readonly username: string;
  readonly display_name: string;
  readonly role: number;
  readonly status: number;
  readonly group: string;
};

const STORAGE_KEY = 'user';

export function storedUser(): SessionUser | null {
  const found = parsedJson(localStorage.getItem(STORAGE_KEY) ?? 'null');
  return isJsonObject(found) && 'id' in found && 'role' in found ? (found as SessionUser) : null;
}

export const keepUser = (user: SessionUser | null): void => {
  if (user) localStorage.setItem(STORAGE_KEY, JSON.stringify(user));
  else localStorage.removeItem(STORAGE_KEY);
};

/** `left`: who was signed in went away by choice, so that the next one to sign in does not come back to that person's page. */
type SessionState = { readonly user: SessionUser | null; readonly left: boolean };

export const sessionSlice = createSlice({
  name: 'session',
  initialState: { user: null, left: false } as SessionState,
  reducers: {
    signedIn: (_state, { payload }: PayloadAction<SessionUser>): SessionState => ({
      user: {
        id: payload.id,
        username: payload.username,
        display_name: payload.display_name,
        role: payload.role,
        status: payload.status,
        group: payload.group,
      },
      left: false,
    }),
    left: (): SessionState => ({ user: null, left: true }),
    expired: (): SessionState => ({ user: null, left: false }),
  },
});

export const { signedIn, left, expired } = sessionSlice.actions;
export const selectUser = (state: { session: SessionState }): SessionUser | null => state.session.user;
export const selectLeft = (state: { session: SessionState }): boolean => state.session.left;
