import type { SessionState } from './session-slice.ts';

/** Whether who is signed in is still who was when this was called: what may be pressed later, as an undo is, is nobody else's. */
export function samePerson(getState: () => { readonly session: SessionState }): () => boolean {
  const person = getState().session.user?.id;
  return () => getState().session.user?.id === person;
}
