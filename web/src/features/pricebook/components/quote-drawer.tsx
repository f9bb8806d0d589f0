import { onDemand } from '../../../shared/ui/on-demand.tsx';

/** The form of a quote, whose code comes with its first opening: nobody needs it to see what is there. */
export const QuoteDrawer = onDemand(async () => (await import('./quote-form-drawer.tsx')).QuoteFormDrawer);
