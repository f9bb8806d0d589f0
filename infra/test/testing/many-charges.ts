import { randomUUID } from 'node:crypto';
import { accountStream } from '@ledgate/domain/account/events';
import { encode } from '@ledgate/domain/events/codec';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import { APPEND_EVENTS_MAX, type ExpectedRevision, NO_STREAM } from '@ledgate/domain/ports/event-store';
import { type LeaseId, NO_TOKEN, type RequestId, type TillId, type UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { exampleCharge } from '@ledgate/domain/testing/example-charge';
import { tillStream } from '@ledgate/domain/till/events';
import { PostgresEventStore } from '../../src/adapters/event-store/postgres/postgres-event-store.ts';
import { connectionOf } from '../../src/embedded/postgres/embedded-postgres.ts';
import type { Product } from './product.ts';

/** As the example's exact amount. */
const CHARGE_QUOTA = 100;

/** Writes a charge for each of `models`, in their order, into the ledger of a running product, as a relay with a till of its own would: quicker than calls. */
export async function writeCharges(product: Product, accountId: number, models: readonly string[]): Promise<void> {
  const url = connectionOf(product.dataDir);
  if (url === undefined) throw new Error('the product has no database');
  const store = await PostgresEventStore.open({ url });
  try {
    const tillId = randomUUID() as TillId;
    const leaseId = randomUUID() as LeaseId;
    const nowMs = Date.now();
    const append = async (stream: string, after: ExpectedRevision, events: readonly LedgerEvent[]) => {
      const commandId = randomUUID();
      const context = { commandId, correlationId: commandId, occurredAtMs: nowMs, actor: 'relay-test', accountId };
      const outcome = await store.append(stream, after, encode(events, context));
      if (outcome.outcome === 'conflict') throw new Error(`${stream} has another writer`);
      return outcome.revision;
    };
    let revision = await append(tillStream(tillId), NO_STREAM, [
      { type: 'TillOpened', data: { tillId, relayId: 'relay-test', openedAtMs: nowMs } },
    ]);
    const account = accountStream(accountId);
    const [last] = await store.readStreamBackwards(account, 1);
    const amount = quota(models.length * CHARGE_QUOTA);
    await append(account, last?.revision ?? NO_STREAM, [
      { type: 'LeaseGranted', data: { leaseId, tillId, tokenId: null, amount } },
    ]);
    for (let done = 0; done < models.length; done += APPEND_EVENTS_MAX) {
      const batch = models.slice(done, done + APPEND_EVENTS_MAX);
      const charges = batch.map((modelBilled) => charged(accountId as UserId, leaseId, modelBilled, nowMs));
      revision = await append(tillStream(tillId), revision, charges);
    }
  } finally {
    await store.close();
  }
}

const charged = (accountId: UserId, leaseId: LeaseId, modelBilled: string, arrivedAtMs: number): LedgerEvent => ({
  type: 'ConsumptionRecorded',
  data: {
    ...exampleCharge({
      requestId: randomUUID() as RequestId,
      accountId,
      leaseId,
      tokenId: NO_TOKEN,
      modelBilled,
      amount: quota(CHARGE_QUOTA),
      arrivedAtMs,
    }),
    interrupted: false,
  },
});
