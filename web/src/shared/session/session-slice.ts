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
  /** What root has given him beside his role. */
  readonly permissions: readonly string[];
};

const STORAGE_KEY = 'user';

const userIn = (text: string | null): SessionUser | null => {
  const found = parsedJson(text ?? 'null');
  // Who was stored by an earlier release has none.
  return isJsonObject(found) && 'id' in found && 'role' in found
    ? ({ permissions: [], ...found } as unknown as SessionUser)
    : null;
};

export const storedUser = (): SessionUser | null => userIn(localStorage.getItem(STORAGE_KEY));

export const keepUser = (user: SessionUser | null): void => {
  if (user) localStorage.setItem(STORAGE_KEY, JSON.stringify(user));
  else localStorage.removeItem(STORAGE_KEY);
};

/** Tells who is stored whenever another tab of this browser has changed that. */
export const listenToOtherTabs = (onStored: (user: SessionUser | null) => void): void =>
  window.addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea === localStorage && (key === STORAGE_KEY || key === null)) onStored(storedUser());
  });

/**
 * Why this tab does not go on (docs/console.md#sign-in). `interrupted`: the session ended under something that is typed; `other` is who signed in there in
 * place of its person. `elsewhere`: in another tab `user` signed in, or somebody signed out (null). `barred`: the account is banned or closed.
 */
export type Halt =
  | { readonly by: 'interrupted'; readonly other: SessionUser | null }
  | { readonly by: 'elsewhere'; readonly user: SessionUser | null }
  | { readonly by: 'barred'; readonly why: 'banned' | 'closed' };

/** `left`: who was signed in went away by choice, so that the next one to sign in does not come back to that person's page. */
export type SessionState = { readonly user: SessionUser | null; readonly left: boolean; readonly halt?: Halt };

/** A server of the release before says nothing of permissions. */
const shownOf = ({ id, username, display_name, role, status, group, permissions = [] }: SessionUser): SessionUser => ({
  id,
  username,
  display_name,
  role,
  status,
  group,
  permissions,
});

export const sessionSlice = createSlice({
  name: 'session',
  initialState: { user: null, left: false } as SessionState,
  reducers: {
    signedIn: (_state, { payload }: PayloadAction<SessionUser>): SessionState => ({
      user: shownOf(payload),
      left: false,
    }),
    /** The server says who he is now: his role or what he may has changed since he signed in. */
    known: (state, { payload }: PayloadAction<SessionUser>): SessionState =>
      state.user?.id === payload.id && JSON.stringify(shownOf(payload)) !== JSON.stringify(state.user)
        ? { ...state, user: shownOf(payload) }
        : state,
    left: (): SessionState => ({ user: null, left: true }),
    expired: (): SessionState => ({ user: null, left: false }),
    interrupted: (state): SessionState => ({ ...state, halt: { by: 'interrupted', other: null } }),
    /** Somebody has signed in over the page: its own person, for whom it goes on, or another one. */
    signedInOver: (state, { payload }: PayloadAction<SessionUser>): SessionState =>
      state.user?.id === payload.id
        ? { user: shownOf(payload), left: false }
        : { ...state, halt: { by: 'interrupted', other: shownOf(payload) } },
    barred: (state, { payload }: PayloadAction<'banned' | 'closed'>): SessionState => ({
      ...state,
      halt: { by: 'barred', why: payload },
    }),
    /** Who is stored in this browser is not, or is again, who this tab is for. */
    storedElsewhere: (state, { payload }: PayloadAction<SessionUser | null>): SessionState => {
      if (state.user === null) return state;
      if (payload?.id === state.user.id) return { user: payload, left: false };
      // Signing in over the page is what is asked for already.
      if (payload === null && state.halt?.by === 'interrupted') return state;
      return { ...state, halt: { by: 'elsewhere', user: payload } };
    },
  },
});

export const { signedIn, known, left, expired, interrupted, signedInOver, barred, storedElsewhere } =
  sessionSlice.actions;
export const selectUser = (state: { session: SessionState }): SessionUser | null => state.session.user;
export const selectLeft = (state: { session: SessionState }): boolean => state.session.left;
export const selectHalt = (state: { session: SessionState }): Halt | undefined => state.session.halt;
