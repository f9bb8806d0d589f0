import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Attempt, attemptSchema } from '../till/charge.ts';
import { tillEventSchemas, type TillEventOf } from '../till/events.ts';
import { channelId } from '../shared/ids.ts';
import { briefRecorded } from './brief-charge.ts';
import { FIXTURES } from './fixtures/fixtures.ts';
import { EVENT_SCHEMAS, inFull } from './schema-numbers.ts';
import type { EventData } from './schema-step.ts';

type Recorded = TillEventOf<'ConsumptionRecorded'>['data'];

const asText = (data: EventData): string => JSON.stringify(briefRecorded.shorten(data));
const readAgain = (text: string): EventData => briefRecorded.complete(JSON.parse(text) as EventData);

/** Charges as they were ever written, in full. */
const charges = FIXTURES.filter(({ type }) => type === 'ConsumptionRecorded').map(
  ({ schema, data }) =>
    inFull(EVENT_SCHEMAS.ConsumptionRecorded, schema, JSON.parse(data) as EventData) as unknown as Recorded,
);

describe('a charge that leaves out what goes without saying', () => {
  it.each(charges)('is read again as it was: $requestId', (charge) => {
    expect(readAgain(asText(charge))).toEqual(charge);
    expect(tillEventSchemas.ConsumptionRecorded.parse(readAgain(asText(charge)))).toEqual(charge);
  });

  const everything: Required<Attempt> = {
    channelId: channelId(4),
    keyId: 2,
    provider: 'openai',
    modelSent: 'gpt-4o',
    modelAnswered: 'gpt-4o-2024-11-20',
    startMs: 3,
    latencyMs: 310,
    status: 500,
    outcome: 'failed',
    error: 'upstream_error',
    upstreamRequestId: 'up-1',
    upstreamAnswerId: 'chatcmpl-1',
    affinity: 'moved',
    usage: { source: 'provider', prompt: 12, completion: 3 },
    cost: { amount: '0.00525', currency: 'USD' },
  };

  it('loses nothing of an attempt that the schema has a member for', () => {
    expect(Object.keys(everything).sort()).toEqual(Object.keys(attemptSchema.shape).sort());
    const [charge] = charges;
    const tried = { ...charge, attempts: [everything] } as unknown as EventData;
    expect(readAgain(asText(tried))).toEqual(tried);
  });

  it('loses nothing that the schema has a member for', () => {
    const seen = charges.flatMap((charge) => Object.keys(charge));
    expect(Object.keys(tillEventSchemas.ConsumptionRecorded.shape).filter((name) => !seen.includes(name))).toEqual([]);
  });

  it('is read again as it was, whatever is as usual in it and whatever is not', () => {
    const usual = fc.record({
      interrupted: fc.boolean(),
      stream: fc.boolean(),
      logged: fc.boolean(),
      modelBilled: fc.constantFrom('fast', 'gpt-4o', ''),
      channelId: fc.constantFrom(3, 4, 9),
      sent: fc.array(fc.constantFrom(undefined, 'fast', 'gpt-4o'), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.constantFrom(...charges), usual, (charge, { sent, ...members }) => {
        const attempts = sent.map((modelSent, index) => ({
          channelId: 3 + index,
          latencyMs: 1,
          status: 200,
          outcome: 'answered' as const,
          ...(modelSent === undefined ? {} : { modelSent }),
        }));
        const changed = { ...charge, ...members, modelAsked: 'fast', attempts };
        expect(readAgain(asText(changed))).toEqual(changed);
      }),
    );
  });

  it('says of a plain chat no more than its own', () => {
    const [plain] = charges.slice(-1);
    const members = JSON.parse(asText(plain as unknown as EventData)) as EventData;
    for (const name of ['interrupted', 'stream', 'logged', 'modelBilled', 'channelId'])
      expect(members).not.toHaveProperty(name);
    expect(members).toHaveProperty('attempts', [expect.not.objectContaining({ modelSent: expect.anything() })]);
    expect(members).not.toHaveProperty('price.rounding');
  });
});
