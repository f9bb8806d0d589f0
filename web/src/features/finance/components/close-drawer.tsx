import { onDemand } from '../../../shared/ui/on-demand.tsx';

/** The form of a close, whose code comes with its first opening. */
export const CloseDrawer = onDemand(async () => (await import('./close-form-drawer.tsx')).CloseFormDrawer);

/** The form of a reopening. */
export const ReopenDrawer = onDemand(async () => (await import('./reopen-form-drawer.tsx')).ReopenFormDrawer);
