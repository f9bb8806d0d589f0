import { onDemand } from '../../../shared/ui/on-demand.tsx';

/** The form of an adjustment, whose code comes with its first opening: nobody needs it to see what is there. */
export const AdjustDialog = onDemand(async () => (await import('./adjust-form-dialog.tsx')).AdjustFormDialog);
