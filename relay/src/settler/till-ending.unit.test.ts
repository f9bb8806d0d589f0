import { describe, expect, it } from '@jest/globals';
import { encode } from '@ledgate/domain/events/codec';
import { gatedStore, LedgerGate } from '@ledgate/domain/events/ledger-gate';
import { APPEND_BYTES_MAX, NO_STREAM, type Revision } from '@ledgate/domain/ports/event-store';
import type { RequestId, TillId } from '@ledgate/domain/shared/ids';
import { exampleCharge, exampleStart } from '@ledgate/domain/testing/example-charge';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { type TillEvent, tillStream } from '@ledgate/domain/till/events';
import { endTill } from './till-ending.ts';

const TILL = 'till-1' as TillId;
const LONG_NAME = 'm'.repeat(255);
const UNDER_WAY = 600;
const STARTS_AN_APPEND = 100;

describe('the end of a till while processes of the release before read the ledger', () => {
  it('fits into appends, though charges are longer in the shape of before', async () => {
    const store = gatedStore(new MemoryEventStore(), new LedgerGate(3));
    const events: readonly TillEvent[] = [
      { type: 'TillOpened', data: { tillId: TILL, relayId: 'relay-1', openedAtMs: 1 } },
      ...Array.from({ length: UNDER_WAY }, (_, index): TillEvent => {
        const { attempts, ...charge } = exampleCharge();
        const sent = attempts.map((attempt) => ({ ...attempt, modelSent: LONG_NAME }));
        const requestId = `request-${index}` as RequestId;
        return {
          type: 'ConsumptionStarted',
          data: exampleStart({ ...charge, requestId, modelAsked: LONG_NAME, modelBilled: LONG_NAME, attempts: sent }),
        };
      }),
    ];
    let revision: Revision | undefined;
    for (let first = 0; first < events.length; first += STARTS_AN_APPEND) {
      const context = { commandId: `open/${first}`, correlationId: TILL, occurredAtMs: 1, actor: 'relay-1' };
      const appended = await store.append(
        tillStream(TILL),
        revision ?? NO_STREAM,
        encode(events.slice(first, first + STARTS_AN_APPEND), context),
      );
      if (appended.outcome !== 'appended') throw new Error('a conflict with nobody');
      revision = appended.revision;
    }
    const closed = await endTill(
      {
        store,
        limits: { tillPageEvents: 500, stepsMax: 100 },
        interruptedPolicy: () => 'prompt',
        actor: 'worker-1',
        nowMs: () => 2,
      },
      TILL,
      'its relay is dead',
    );
    expect(closed).toMatchObject({ status: 'closed' });
    const written = await store.readStream(tillStream(TILL), 0 as Revision, 2 * UNDER_WAY + 10);
    const charges = written.filter(({ type }) => type === 'ConsumptionRecorded');
    expect(charges.map(({ metadata }) => metadata['schema'])).toEqual(Array(UNDER_WAY).fill('2'));
    expect(charges.reduce((bytes, { data }) => bytes + data.length, 0)).toBeGreaterThan(APPEND_BYTES_MAX);
  });
});
