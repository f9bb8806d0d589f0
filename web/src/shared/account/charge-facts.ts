import type { TimelineEntry } from './account-api.ts';

type ChargeFacts = {
  readonly model: string;
  readonly prompt: number;
  readonly completion: number;
  readonly interrupted: boolean;
};

const CHARGES: ReadonlySet<string> = new Set(['ConsumptionRecorded', 'LateConsumptionRecorded']);

/** What a charge is in short: whose model, how many tokens. undefined of what is no charge, what changes one included, which its sentence tells. */
export function chargeFactsOf({ type, facts }: Pick<TimelineEntry, 'type' | 'facts'>): ChargeFacts | undefined {
  const { model, prompt, completion, interrupted } = facts;
  return CHARGES.has(type) && typeof model === 'string' && typeof prompt === 'number' && typeof completion === 'number'
    ? { model, prompt, completion, interrupted: interrupted === true }
    : undefined;
}
