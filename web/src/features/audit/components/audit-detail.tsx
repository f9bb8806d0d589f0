import { onDemand } from '../../../shared/ui/on-demand.tsx';

/** What a record opens to; comes with the first one that is opened. */
export const AuditDetail = onDemand(async () => (await import('./audit-difference.tsx')).AuditDifference);
