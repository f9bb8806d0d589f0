import { onDemand } from '../../../shared/ui/on-demand.tsx';

/** The keys of the tokens that were made at once, shown in a dialog of their own. */
export const MadeKeys = onDemand(async () => (await import('./made-keys-dialog.tsx')).TokenKeysDialog);
