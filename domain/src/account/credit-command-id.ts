import type { SourceId } from '../shared/ids.ts';

/** One id for all who bring a claim's credit to its account: the events that they append have the same ids, so that the store takes them once. */
export const creditCommandId = (source: SourceId): string => `credit-${source}`;
