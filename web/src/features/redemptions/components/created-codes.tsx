import { onDemand } from '../../../shared/ui/on-demand.tsx';

/** The codes that were made, shown once. */
export const CreatedCodes = onDemand(async () => (await import('./created-codes-dialog.tsx')).CreatedCodesDialog);
