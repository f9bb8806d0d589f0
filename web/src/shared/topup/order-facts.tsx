import { onDemand } from '../ui/on-demand.tsx';

/** Its code comes when a row is opened first. */
export const OrderFacts = onDemand(async () => (await import('./all-order-facts.tsx')).AllOrderFacts);
