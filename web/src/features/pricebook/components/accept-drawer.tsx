import { onDemand } from '../../../shared/ui/on-demand.tsx';

/** The form of a difference that is accepted, whose code comes with its first opening: nobody needs it to see what is there. */
export const AcceptDrawer = onDemand(async () => (await import('./accept-form-drawer.tsx')).AcceptFormDrawer);
