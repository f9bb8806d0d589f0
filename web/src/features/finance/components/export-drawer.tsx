import { onDemand } from '../../../shared/ui/on-demand.tsx';

/** The form of an order, whose code comes with its first opening. */
export const ExportDrawer = onDemand(async () => (await import('./export-form-drawer.tsx')).ExportFormDrawer);
