import { describe, expect, it } from '@jest/globals';
import { changeAccount } from '@ledgate/domain/account/account-stream';
import type { AccountCommand } from '@ledgate/domain/account/commands';
import { accountStream } from '@ledgate/domain/account/events';
import { creditCommandId } from '@ledgate/domain/account/credit-command-id';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import type { Revision } from '@ledgate/domain/ports/event-store';
import { creditOf as creditOfCode } from '@ledgate/domain/redemption/decide';
import { codeId, type RequestId, type SourceId, tokenId, userId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { refundOf } from '@ledgate/domain/task/decide';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { creditOf as creditOfPayment } from '@ledgate/domain/topup/decide';
import { claimStepOf } from '@ledgate/projections/claims/claim-of';
import { pendingCredits } from '@ledgate/projections/queries/claims';
import { appendCredit } from './append-credit.ts';

const ann = userId(7);
const amount = quota(100);
const redeemed = { codeId: codeId(9), accountId: ann, amount, use: 1 };
const bought = { ...redeemed, use: 3, sale: { moneyMinor: 500, currency: 'EUR' }, expiresAtMs: 9 };
const paid = { tradeNo: 'T1', accountId: ann, amount, provider: 'epay', moneyMinor: 700, currency: 'CNY' };
const failed = {
  taskId: 'song',
  accountId: ann,
  tokenId: tokenId(5),
  refund: amount,
  reason: 'timed out',
  suspended: false,
};
const ofRequest = { ...failed, taskId: 'film', requestId: 'r1' as RequestId };

/** By what ledgers know the credit already: whoever changes it credits once more what was credited before. */
const CLAIMS: readonly (readonly [source: string, claim: LedgerEvent, own: AccountCommand | undefined])[] = [
  ['redemption-9', { type: 'CodeRedeemed', data: redeemed }, creditOfCode(redeemed, 4)],
  ['redemption-9-3', { type: 'CodeRedeemed', data: bought }, creditOfCode(bought, 4)],
  ['topup-T1', { type: 'TopUpPaid', data: paid }, creditOfPayment(paid, 4)],
  [
    'topup-T1',
    { type: 'TopUpPaid', data: { ...paid, expiresAtMs: 9 } },
    creditOfPayment({ ...paid, expiresAtMs: 9 }, 4),
  ],
  ['task-song', { type: 'TaskFailed', data: failed }, refundOf(failed, 4)],
  ['task-film', { type: 'TaskFailed', data: ofRequest }, refundOf(ofRequest, 4)],
];

/** As the claim's row in the read models has it. */
async function pendingOf(event: LedgerEvent) {
  const step = claimStepOf({ event, stream: 'elsewhere' });
  const row = {
    source: step?.source,
    user_id: step?.accountId,
    amount: step?.amount,
    claimed_position: 3,
    claimed_ms: 4,
    facts: JSON.stringify(step?.facts),
  };
  const [claim] = await pendingCredits({ query: () => Promise.resolve({ rows: [row] }) } as never, 1);
  if (claim === undefined) throw new Error('no claim');
  return claim;
}

async function openedLedger(): Promise<MemoryEventStore> {
  const store = new MemoryEventStore();
  const context = { commandId: 'open', correlationId: 'x', occurredAtMs: 1, actor: 'user-1' };
  await changeAccount(store, ann, { type: 'OpenAccount', userId: ann, grants: [] }, context);
  return store;
}

const credits = async (store: MemoryEventStore) =>
  (await store.readStream(accountStream(ann), 1 as Revision, 10)).map(({ id, type, data }) => ({ id, type, data }));

describe('a claim that the worker credits', () => {
  it.each(CLAIMS)('is the same credit as of who claimed it, by id and data: %s', async (source, event, own) => {
    const [byWorker, byClaimant] = [await openedLedger(), await openedLedger()];
    const claim = await pendingOf(event);
    expect(claim).toMatchObject({ source, accountId: ann, amount });
    await appendCredit(byWorker, claim, 5);
    if (own === undefined) throw new Error('nothing to credit');
    await changeAccount(byClaimant, ann, own, {
      commandId: creditCommandId(source as SourceId),
      correlationId: 'x',
      occurredAtMs: 6,
      actor: 'user-7',
    });
    expect(await credits(byWorker)).toHaveLength(1);
    expect(await credits(byWorker)).toEqual(await credits(byClaimant));
    await appendCredit(byClaimant, claim, 7);
    expect(await credits(byClaimant)).toHaveLength(1);
  });

  it.each(CLAIMS)('is known as credited by the event that credits it: %s', async (source, event) => {
    const store = await openedLedger();
    const claim = await pendingOf(event);
    const change = await appendCredit(store, claim, 5);
    const [credit] = change?.ok === true ? change.events : [];
    if (credit === undefined) throw new Error('nothing was credited');
    expect(claimStepOf({ event: credit, stream: accountStream(ann) })).toMatchObject({
      source,
      kind: claim.claimed.kind,
      step: 'credited',
      accountId: ann,
      amount,
    });
  });
});
