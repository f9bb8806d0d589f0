import { onDemand } from '../../../shared/ui/on-demand.tsx';

/** The form of a token, whose code comes with its first opening: nobody needs it to see what is there. */
export const TokenDrawer = onDemand(async () => (await import('./token-form-drawer.tsx')).TokenFormDrawer);
