import { useSyncExternalStore, type ReactElement } from 'react';
import { Nothing, onDemand } from './on-demand.tsx';

/** A text that the browser does not copy, until its person is done with it. */
let shown: string | undefined;
const listeners = new Set<() => void>();

/** Shows a text to be copied by hand, in place of one that is shown; undefined: none any more. */
export function showByHand(text: string | undefined): void {
  shown = text;
  for (const tell of listeners) tell();
}

const shownByHand = (): string | undefined => shown;

/** Hears of each change; answers the end of it. */
function listenToByHand(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

const Dialog = onDemand(async () => (await import('./copy-by-hand.tsx')).CopyByHandDialog, Nothing);

/** Where it is shown. */
export function CopyByHand(): ReactElement | null {
  const text = useSyncExternalStore(listenToByHand, shownByHand);
  return text === undefined ? null : <Dialog text={text} onClose={() => showByHand(undefined)} />;
}
