import type { ThunkAction } from '@reduxjs/toolkit';
import type { Action } from 'redux';
import { baseApi } from '../../shared/api/base-api.ts';
import { connection } from '../../shared/connection/connection.ts';
import { afterNotSignedIn, gateOf } from '../../shared/session/call-gate.ts';
import { haltChanges } from '../../shared/session/halt-changes.ts';
import {
  expired,
  interrupted,
  type SessionState,
  storedElsewhere,
  storedUser,
} from '../../shared/session/session-slice.ts';
import type { UiState } from '../../shared/ui-state/ui-slice.ts';
import type { ChatEvent } from './api/chat-events.ts';
import { type Refusal, streamChat } from './api/stream-chat.ts';
import { chatRequest } from './chat-request.ts';
import type { Choices } from './choices.ts';
import { asked, askedAgain, ended, served, type WithPlayground, written } from './playground-slice.ts';

export type State = WithPlayground & { readonly session: SessionState; readonly ui: UiState };
export type Thunk = ThunkAction<Promise<void>, State, unknown, Action>;

/** What failures are called where no server named them. */
export type FailureTexts = {
  readonly brokenOff: string;
  readonly unreachable: string;
  readonly tooLong: string;
  /** This tab no longer calls for its person. */
  readonly notSent: string;
};

/** An answer is shown as it comes, at most so often. */
const SHOW_EVERY_MS = 50;
/** Characters of an answer; a longer one is stopped. */
const ANSWER_CHARACTERS_MAX = 2_000_000;

/** The one answer that is coming. */
let running: AbortController | undefined;

export const stop = (): void => running?.abort();

/** Sends a question and shows its answer as it comes. */
export const ask =
  (text: string, choices: Choices, texts: FailureTexts): Thunk =>
  async (dispatch, getState) => {
    const { session, playground } = getState();
    if (session.user === null) return;
    dispatch(asked({ userId: session.user.id, text }));
    await dispatch(answer(playground.nextId + 1, choices, texts));
  };

/** Asks for an answer once more. */
export const askAgain =
  (id: number, choices: Choices, texts: FailureTexts): Thunk =>
  async (dispatch) => {
    dispatch(askedAgain({ id }));
    await dispatch(answer(id, choices, texts));
  };

const answer =
  (id: number, choices: Choices, texts: FailureTexts): Thunk =>
  async (dispatch, getState) => {
    const { session, ui, playground } = getState();
    if (session.user === null) return;
    const mine = new AbortController();
    running?.abort();
    running = mine;
    const pieces = { text: '', reasoning: '', characters: 0 };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      clearTimeout(timer);
      timer = undefined;
      if (pieces.text + pieces.reasoning !== '')
        dispatch(written({ id, text: pieces.text, reasoning: pieces.reasoning }));
      pieces.text = '';
      pieces.reasoning = '';
    };
    let failure: string | undefined;
    let isWhole = false;
    const onEvent = (event: ChatEvent): void => {
      if (isWhole || failure !== undefined) return;
      if (getState().session.user?.id !== session.user?.id) return mine.abort();
      if (event.kind === 'end') return void (isWhole = true);
      if (event.kind === 'failed') return void (failure = event.message);
      pieces[event.kind] += event.text;
      pieces.characters += event.text.length;
      if (pieces.characters > ANSWER_CHARACTERS_MAX) {
        failure = texts.tooLong;
        return mine.abort();
      }
      timer ??= setTimeout(show, SHOW_EVERY_MS);
    };
    try {
      const request = chatRequest(choices, playground.messages, id);
      let refusal: Refusal | undefined;
      do {
        if (gateOf(getState().session, storedUser(), false) === 'elsewhere') dispatch(storedElsewhere(storedUser()));
        if (!(await mayCall(session, getState, mine.signal))) {
          if (!mine.signal.aborted) failure = texts.notSent;
          return;
        }
        refusal = await streamChat(request, {
          userId: session.user.id,
          language: ui.language,
          signal: mine.signal,
          onServed: (requestId) => void dispatch(served({ id, requestId })),
          onEvent,
        });
      } while (refusal?.status === 401 && isAskedAgain(session, getState, dispatch));
      failure ??= refusal === undefined ? (isWhole ? undefined : texts.brokenOff) : refusal.message;
    } catch {
      if (mine.signal.aborted) return;
      void connection.check();
      failure ??= isBegun(id, getState()) ? texts.brokenOff : texts.unreachable;
    } finally {
      // Of what failed in its midst nothing more is wanted.
      mine.abort();
      show();
      if (running === mine) running = undefined;
      const standing = failure === undefined ? (isWhole ? 'whole' : 'stopped') : 'failed';
      dispatch(ended({ id, standing, failure: failure ?? '' }));
      dispatch(baseApi.util.invalidateTags(['Self', 'Log', 'Data', 'Ledger']));
    }
  };

/** Waits while a sign-in stands over the page; false where this tab does not go on for this person. */
async function mayCall(asked: SessionState, getState: () => State, signal: AbortSignal): Promise<boolean> {
  while (getState().session.halt?.by === 'interrupted' && !signal.aborted) await haltChanges.next(signal);
  const { user, halt } = getState().session;
  return user?.id === asked.user?.id && halt === undefined;
}

/** What a 401 means (docs/console.md#sign-in); a conversation is kept as what is typed in a form is. */
function isAskedAgain(asked: SessionState, getState: () => State, dispatch: (action: Action) => unknown): boolean {
  switch (afterNotSignedIn(asked, getState().session, storedUser(), true)) {
    case 'interrupt':
      dispatch(interrupted());
      return true;
    case 'again':
      return true;
    case 'elsewhere':
      dispatch(storedElsewhere(storedUser()));
      return false;
    case 'expire':
      dispatch(expired());
      return false;
    case 'ignore':
      return false;
  }
}

const isBegun = (id: number, { playground }: State): boolean =>
  playground.messages.some((message) => message.id === id && message.requestId !== '');
