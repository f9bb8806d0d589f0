import { accountStream } from '@ledgate/domain/account/events';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { redemptionStream } from '@ledgate/domain/redemption/events';
import type { ChannelId, CodeId, RequestId, SourceId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { LedgerWriter } from './ledger-writer.ts';
import { SAMPLE_START_MS } from './sample-ledger.ts';
import { TillWriter } from './till-writer.ts';

const ROOT = 1 as UserId;
const MINUTE_MS = 60_000;

/**
 * A ledger of many accounts, whose events come in turn: each is opened, redeems a code and is charged by one till after the other, all on the same
 * channels and models, so that every partition touches the same sums. Answers the writer, for more.
 */
export async function writeBusyLedger(
  store: EventStore,
  { accounts = 30, tills = 3, rounds = 4 } = {},
): Promise<LedgerWriter> {
  const writer = new LedgerWriter(store);
  const accountIds = Array.from({ length: accounts }, (_, index) => (100 + index) as UserId);
  let nowMs = SAMPLE_START_MS;
  const now = (): number => (nowMs += MINUTE_MS);
  for (const accountId of accountIds) await openWithCode(writer, accountId, now);
  for (let number = 1; number <= tills; number += 1) {
    const till = new TillWriter(writer, `busy-${number}`);
    await till.open(now());
    for (const accountId of accountIds) await till.lease(accountId, 100_000, now());
    for (let round = 0; round < rounds; round += 1) {
      for (const accountId of accountIds) {
        await till.record(
          till.chargeOf(accountId, {
            requestId: `busy-${number}-${round}-${accountId}` as RequestId,
            tokenId: (accountId + 1_000) as TokenId,
            channelId: (1 + (accountId % 3)) as ChannelId,
            modelBilled: accountId % 2 === 0 ? 'gpt-4o' : 'gpt-4o-mini',
            amount: quota(10 + accountId + round),
          }),
          now(),
        );
      }
    }
    // The last till is left open.
    if (number === tills) continue;
    await till.close(now());
    for (const accountId of accountIds) await till.settle(accountId, now());
  }
  return writer;
}

async function openWithCode(writer: LedgerWriter, accountId: UserId, now: () => number): Promise<void> {
  const codeId = (1_000 + accountId) as CodeId;
  const amount = quota(1_000_000);
  await writer.append(accountStream(accountId), now(), { type: 'AccountOpened', data: { userId: accountId } });
  await writer.append(redemptionStream(codeId), now(), {
    type: 'CodeIssued',
    data: { codeId, amount, actorId: ROOT, usesMax: 1 },
  });
  await writer.append(redemptionStream(codeId), now(), {
    type: 'CodeRedeemed',
    data: { codeId, amount, accountId, use: 1 },
  });
  await writer.append(accountStream(accountId), now(), {
    type: 'RedemptionCredited',
    data: { amount, source: `redemption-${codeId}` as SourceId, codeId, use: 1 },
  });
}
