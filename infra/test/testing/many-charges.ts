import { randomUUID } from 'node:crypto';
import { encode } from '@ledgate/domain/events/codec';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import { APPEND_EVENTS_MAX, type ExpectedRevision, NO_STREAM } from '@ledgate/domain/ports/event-store';
import type { RequestId, TillId, UserId } from '@ledgate/domain/shared/ids';
import { NO_TOKEN } from '@ledgate/domain/shared/ids';
import { exampleCharge } from '@ledgate/domain/testing/example-charge';
import { tillStream } from '@ledgate/domain/till/events';
import { PostgresEventStore } from '../../src/adapters/event-store/postgres/postgres-event-store.ts';
import { connectionOf } from '../../src/embedded/postgres/embedded-postgres.ts';
import type { Product } from './product.ts';

const APPENDED_AT_ONCE = APPEND_EVENTS_MAX;

/** Writes a charge for each of `models`, in their order, into the ledger of a running product, as a relay with a till of its own would: quicker than calls. */
export async function writeCharges(product: Product, accountId: number, models: readonly string[]): Promise<void> {
  const url = connectionOf(product.dataDir);
  if (url === undefined) throw new Error('the product has no database');
  const store = await PostgresEventStore.open({ url });
  try {
    const tillId = randomUUID() as TillId;
    const nowMs = Date.now();
    const events: LedgerEvent[] = [
      { type: 'TillOpened', data: { tillId, relayId: 'relay-test', openedAtMs: nowMs } },
      ...models.map((modelBilled) => charged(accountId as UserId, modelBilled, nowMs)),
    ];
    let revision: ExpectedRevision = NO_STREAM;
    for (let done = 0; done < events.length; done += APPENDED_AT_ONCE) {
      const context = {
        commandId: randomUUID(),
        correlationId: randomUUID(),
        occurredAtMs: nowMs,
        actor: 'relay-test',
        accountId,
      };
      const batch = encode(events.slice(done, done + APPENDED_AT_ONCE), context);
      const outcome = await store.append(tillStream(tillId), revision, batch);
      if (outcome.outcome === 'conflict') throw new Error('a conflict on a till that has one writer');
      revision = outcome.revision;
    }
  } finally {
    await store.close();
  }
}

const charged = (accountId: UserId, modelBilled: string, arrivedAtMs: number): LedgerEvent => ({
  type: 'ConsumptionRecorded',
  data: {
    ...exampleCharge({ requestId: randomUUID() as RequestId, accountId, modelBilled, tokenId: NO_TOKEN, arrivedAtMs }),
    interrupted: false,
  },
});
