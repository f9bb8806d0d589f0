import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { left, signedIn } from '../../shared/session/session-slice.ts';

/** `coming`: the answer is being written; `stopped`: its reader wanted no more; `failed`: it was refused, or broke off. */
type Standing = 'coming' | 'whole' | 'stopped' | 'failed';

export type Message = {
  readonly id: number;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly reasoning: string;
  readonly standing: Standing;
  /** Why it failed; '' where it did not. */
  readonly failure: string;
  /** Of the call that answered; '' until it is known. */
  readonly requestId: string;
};

/** One conversation, kept while its page is left for another one, and for nobody but whose it is. */
export type PlaygroundState = {
  /** Whose it is; 0: nobody's yet. */
  readonly userId: number;
  readonly messages: readonly Message[];
  /** Typed and not sent. */
  readonly draft: string;
  readonly nextId: number;
};

const empty: PlaygroundState = { userId: 0, messages: [], draft: '', nextId: 1 };

const changed = (state: PlaygroundState, id: number, change: Partial<Message>): PlaygroundState => ({
  ...state,
  messages: state.messages.map((message) => (message.id === id ? { ...message, ...change } : message)),
});

type Asked = { readonly userId: number; readonly text: string };
type Of<More> = { readonly id: number } & More;

export const playgroundSlice = createSlice({
  name: 'playground',
  initialState: empty,
  reducers: {
    drafted: (state, { payload }: PayloadAction<Asked>) => ({ ...state, userId: payload.userId, draft: payload.text }),
    /** A question, and the place of its answer, which has the id after it. */
    asked: (state, { payload: { userId, text } }: PayloadAction<Asked>) => {
      const blank = { reasoning: '', failure: '', requestId: '' };
      const question: Message = { ...blank, id: state.nextId, role: 'user', text, standing: 'whole' };
      const answer: Message = { ...blank, id: state.nextId + 1, role: 'assistant', text: '', standing: 'coming' };
      return { ...state, userId, messages: [...state.messages, question, answer], nextId: state.nextId + 2 };
    },
    /** The last answer is asked for once more, in its place. */
    askedAgain: (state, { payload: { id } }: PayloadAction<Of<object>>) =>
      changed(state, id, { text: '', reasoning: '', failure: '', requestId: '', standing: 'coming' }),
    served: (state, { payload: { id, requestId } }: PayloadAction<Of<{ readonly requestId: string }>>) =>
      changed(state, id, { requestId }),
    written: (state, { payload }: PayloadAction<Of<{ readonly text: string; readonly reasoning: string }>>) => {
      const before = state.messages.find(({ id }) => id === payload.id);
      return before === undefined
        ? state
        : changed(state, payload.id, {
            text: before.text + payload.text,
            reasoning: before.reasoning + payload.reasoning,
          });
    },
    ended: (
      state,
      {
        payload: { id, standing, failure },
      }: PayloadAction<Of<{ readonly standing: Standing; readonly failure: string }>>,
    ) => changed(state, id, { standing, failure }),
    /** A question goes with its answer. */
    removed: (state, { payload: { id } }: PayloadAction<Of<object>>) => ({
      ...state,
      messages: state.messages.filter((message) => message.id !== id && message.id !== id + 1),
    }),
    cleared: (state) => ({ ...state, messages: [] }),
  },
  extraReducers: (build) =>
    build
      .addCase(left, () => empty)
      .addCase(signedIn, (state, { payload }) => (payload.id === state.userId ? state : empty)),
});

export const { drafted, asked, askedAgain, served, written, ended, removed, cleared } = playgroundSlice.actions;
export type WithPlayground = { readonly playground: PlaygroundState };
export const selectPlayground = (state: WithPlayground): PlaygroundState => state.playground;
