import { onDemand } from '../../../shared/ui/on-demand.tsx';

/** The form of a person, whose code comes with its first opening: nobody needs it to see what is there. */
export const UserDrawer = onDemand(async () => (await import('./user-form-drawer.tsx')).UserFormDrawer);
