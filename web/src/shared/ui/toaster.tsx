import { useSyncExternalStore, type ReactElement } from 'react';
import { toApiError } from '../api/api-error.ts';
import type { Texts } from '../i18n/text.tsx';
import { errorText } from './error-text.ts';
import { loadedCode } from '../connection/page-code.ts';
import { onDemand } from './on-demand.tsx';
import type { toaster as shownBy } from './toast-region.tsx';

const SHOWN_MS = 5000;
const LONGER_MS = 9000;

const load = () => import('./toast-region.tsx');
const Region = onDemand(async () => (await load()).ToastRegion);
type Show = Parameters<typeof shownBy.create>[0];

let isOpen = false;
const listeners = new Set<() => void>();

/** In the order in which they are told; the region comes with the first, and without a connection when it is back. */
function show(toast: Show, isOnce = false): void {
  isOpen = true;
  for (const tell of listeners) tell();
  void loadedCode(load).then(
    async ({ toaster, mounted }) => {
      await mounted;
      if (!isOnce || !toaster.isVisible(toast.id ?? '')) toaster.create(toast);
    },
    () => undefined,
  );
}

type Undo = { readonly label: string; readonly onClick: () => void };

export const tellSuccess = (title: string, undo?: Undo): void =>
  show({ type: 'success', title, duration: undo ? LONGER_MS : SHOWN_MS, ...(undo ? { action: undo } : {}) });

/** A failed call: what happened and the request id, so that an operator can find it. 405 is no error but a notice (docs/console.md#messages). */
export const tellFailure = (error: unknown, t: Texts): void => {
  const { requestId, status } = toApiError(error);
  show({
    type: status === 405 ? 'info' : 'error',
    title: errorText(error, t),
    duration: LONGER_MS,
    ...(requestId ? { description: `${t.states.requestId} ${requestId}` } : {}),
  });
};

/** Many calls at once may end with the same words: they are shown once. */
export const tellNotice = (title: string, undo?: Undo): void =>
  show({ id: title, type: 'info', title, duration: LONGER_MS, ...(undo ? { action: undo } : {}) }, true);

const listen = (tell: () => void): (() => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

/** Where toasts appear. */
export function Toasts(): ReactElement | null {
  return useSyncExternalStore(listen, () => isOpen) ? <Region /> : null;
}
