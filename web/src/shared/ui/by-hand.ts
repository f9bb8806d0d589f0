/** A text that the browser does not copy, until its person is done with it. */
let shown: string | undefined;
const listeners = new Set<() => void>();

/** Shows a text to be copied by hand, in place of one that is shown; undefined: none any more. */
export function showByHand(text: string | undefined): void {
  shown = text;
  for (const tell of listeners) tell();
}

export const shownByHand = (): string | undefined => shown;

/** Hears of each change; answers the end of it. */
export function listenToByHand(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
