import { onDemand } from '../../../shared/ui/on-demand.tsx';

/** The form of codes, whose code comes with its first opening: nobody needs it to see what is there. */
export const CodeDrawer = onDemand(async () => (await import('./code-form-drawer.tsx')).CodeFormDrawer);
