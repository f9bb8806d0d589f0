import { onDemand } from '../../../shared/ui/on-demand.tsx';

/** The form of a price, whose code comes with its first opening: nobody needs it to see what is there. */
export const PriceDrawer = onDemand(async () => (await import('./price-form-drawer.tsx')).PriceFormDrawer);
