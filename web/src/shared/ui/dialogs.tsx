import { useEffect } from 'react';
import type { ConfirmProps } from './confirm-dialog.tsx';
import { onDemand } from './on-demand.tsx';

/** Nothing that was not asked about is done. */
function NotAsked({ onClose }: ConfirmProps): null {
  useEffect(() => onClose(), [onClose]);
  return null;
}

/** Asks before what cannot be undone. */
export const ConfirmDialog = onDemand(async () => (await import('./confirm-dialog.tsx')).Confirmation, NotAsked);
