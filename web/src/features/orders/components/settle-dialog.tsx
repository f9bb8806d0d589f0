import { onDemand } from '../../../shared/ui/on-demand.tsx';

/** Its code comes with its first opening: few ever need it. */
export const SettleDialog = onDemand(async () => (await import('./settle-form-dialog.tsx')).SettleFormDialog);
