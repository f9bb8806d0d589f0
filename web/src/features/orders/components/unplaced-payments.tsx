import { onDemand } from '../../../shared/ui/on-demand.tsx';

/** Its code comes where there are some, which is seldom. */
export const UnplacedPayments = onDemand(async () => (await import('./all-unplaced-payments.tsx')).AllUnplacedPayments);
