import { describe, expect, it } from '@jest/globals';
import { decode, encode, type Recorded } from '@ledgate/domain/events/codec';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import type { Position, Revision } from '@ledgate/domain/ports/event-store';
import type { RequestId, SourceId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { exampleCharge, exampleStart } from '@ledgate/domain/testing/example-charge';
import type { CostCall, ToldCost } from './cost-callers.ts';
import { costDifferences } from './cost-differences.ts';

const request = 'request-1' as RequestId;
const [START_MS, EVENT_MS] = [Date.UTC(2026, 10, 25), 1_000];
const charge = exampleCharge({ requestId: request, amount: quota(100) });
const charged = (requestId = request, interrupted = false): LedgerEvent => ({
  type: 'ConsumptionRecorded',
  data: { ...charge, requestId, interrupted },
});
const other = charged('request-2' as RequestId);
const started: LedgerEvent = { type: 'ConsumptionStarted', data: exampleStart({ requestId: request }) };
const corrected: LedgerEvent = {
  type: 'ConsumptionCorrected',
  data: { charge, delta: quota(-1), source: request as string as SourceId },
};

/** Of one till, an event a second. */
const ledger = (...events: readonly LedgerEvent[]): readonly Recorded[] =>
  encode(events, { commandId: 'c1', correlationId: 'r1', occurredAtMs: START_MS, actor: 'relay-1' }).map(
    (event, index) =>
      decode({
        ...event,
        stream: 'till-1',
        revision: index as Revision,
        position: (index + 1) as Position,
        recordedAt: new Date(START_MS + index * EVENT_MS).toISOString(),
      }),
  );

const COST: ToldCost = {
  units: 100,
  usd: '0.000200',
  stream: 'till-1',
  revision: 0,
  balance_at_most: 900,
  seenAtMs: START_MS,
};
const call = (told: readonly Partial<ToldCost>[]): CostCall => ({
  serial: 7,
  spender: { username: 'spender', key: 'key', credits: 1_000 },
  streamed: true,
  requestId: request,
  status: 200,
  complete: true,
  told: told.map((cost) => ({ ...COST, ...cost })),
});
const differences = (calls: readonly CostCall[], events: readonly LedgerEvent[], price = 100): string =>
  costDifferences(calls, ledger(...events), () => price).join('; ');

describe('where a ledger says otherwise of costs that were told', () => {
  it('is nowhere while each is that of the one charge that it names', () => {
    expect(differences([call([{}])], [charged(), other])).toBe('');
    expect(differences([call([{ revision: 1 }])], [started, charged()])).toBe('');
  });

  it('is nowhere of a call that was cut and told nothing, whatever has become of it', () => {
    const cut = { ...call([]), complete: false };
    for (const events of [[], [charged()], [started, charged(request, true)]])
      expect(differences([cut], events)).toBe('');
  });

  it('allows for charges between a charge and the telling, and for no later ones', () => {
    const meanwhile = { balance_at_most: 800, seenAtMs: START_MS + EVENT_MS };
    expect(differences([call([meanwhile])], [charged(), other])).toBe('');
    expect(differences([call([{ balance_at_most: 800 }])], [charged(), other])).toContain('had 900 to 900');
  });

  it.each<[string, readonly Partial<ToldCost>[], readonly LedgerEvent[], string]>([
    ['a cost without a charge', [{}], [other], 'told 100 units, and has no charge'],
    ['other units', [{ units: 99, usd: '0.000198' }], [charged()], 'told 99 units, charged 100'],
    ['other dollars', [{ usd: '0.000201' }], [charged()], 'told 0.000201 USD for 100 units'],
    ['another place', [{ revision: 1 }], [charged()], 'told till-1@1, charged at till-1@0'],
    ['the charge of a fence', [{}], [charged(request, true)], 'the ConsumptionRecorded of a fence'],
    ['a correction', [{}], [charged(), corrected], 'has 2 outcomes: ConsumptionRecorded, ConsumptionCorrected'],
    ['a second charge', [{}], [charged(), charged()], 'has 2 outcomes'],
    ['a whole answer that told nothing', [], [charged()], 'was told 0 costs'],
    ['a second cost', [{}, {}], [charged()], 'was told 2 costs'],
    ['too low a balance', [{ balance_at_most: 899 }], [charged()], 'told to have at most 899, but had 900 to 900'],
    ['a balance that leaves out the charge', [{ balance_at_most: 1_000 }], [charged()], 'told to have at most 1000'],
    ['no balance', [{ balance_at_most: null }], [charged()], 'told no balance'],
  ])('names %s', (_what, told, events, difference) => {
    expect(differences([call(told)], events)).toContain(difference);
  });

  it('names a price that is not what the call costs, and a trace that nobody has ended', () => {
    expect(differences([call([{}])], [charged()], 90)).toContain('charged 100, price 90');
    expect(differences([{ ...call([]), complete: false }], [charged()], 90)).toContain('charged 100, price 90');
    expect(differences([{ ...call([]), complete: false }], [started])).toContain('request request-1 has 0 outcomes');
  });
});
