import type { OutsideProvider } from '@ledgate/projections/directory/users/find';
import { askService, type OutsideFailure, refusedByService } from '../http/ask-service.ts';
import { OUTSIDE } from './outside-accounts.ts';

/** `askService` of a provider of outside accounts. */
export const askProvider = (
  ask: Parameters<typeof askService>[0],
  provider: OutsideProvider,
  question: Parameters<typeof askService>[2],
): ReturnType<typeof askService> => askService(ask, OUTSIDE[provider].name, question);

/** A provider's own words of a refusal. */
export const refusedBy = (provider: OutsideProvider, said: unknown): OutsideFailure =>
  refusedByService(OUTSIDE[provider].name, said);
