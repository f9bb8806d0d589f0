import { onDemand } from '../../../shared/ui/on-demand.tsx';

/** What a row opens to, with its receipt; comes with the first one that is opened. */
export const LogDetail = onDemand(async () => (await import('./log-facts.tsx')).LogFacts);
