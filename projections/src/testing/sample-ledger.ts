import { accountStream } from '@ledgate/domain/account/events';
import { BOOKS_STREAM } from '@ledgate/domain/books/events';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { PRICE_BOOK_STREAM } from '@ledgate/domain/pricebook/events';
import { redemptionStream } from '@ledgate/domain/redemption/events';
import type { ChannelId, CodeId, RequestId, SourceId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { taskStream } from '@ledgate/domain/task/events';
import { exampleCharge } from '@ledgate/domain/testing/example-charge';
import { topUpStream } from '@ledgate/domain/topup/events';
import { LedgerWriter } from './ledger-writer.ts';
import { TillWriter } from './till-writer.ts';

/** Its first event; 2026-11-03T10:00:00Z. */
export const SAMPLE_START_MS = Date.UTC(2026, 10, 3, 10);
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export const ALICE = 2 as UserId;
export const BOB = 3 as UserId;
const ROOT = 1 as UserId;
const TOKENS: Readonly<Record<number, TokenId>> = { [ALICE]: 11 as TokenId, [BOB]: 12 as TokenId };
const FIRST_CODE = 1 as CodeId;
const SECOND_CODE = 2 as CodeId;

/** Adds `MINUTE_MS` a call, so that events spread over hours and days. */
function clock(): (stepMs?: number) => number {
  let nowMs = SAMPLE_START_MS;
  return (stepMs = MINUTE_MS) => (nowMs += stepMs);
}

/**
 * A small ledger with every kind of event that the read models know: two accounts, a redeemed code and one whose credit is missing, a top-up, an
 * invite reward, a limited token, two tills of which one was fenced, late and corrected charges, a refund, an adjustment, charges that are not
 * logged, one lease left open, a month's end. Answers the writer, for more.
 */
export async function writeSampleLedger(store: EventStore): Promise<LedgerWriter> {
  const writer = new LedgerWriter(store);
  const now = clock();
  await writer.append(PRICE_BOOK_STREAM, now(), {
    type: 'PriceBookPublished',
    data: {
      version: 1,
      modelRatio: { 'gpt-4o': '1.25' },
      modelPrice: {},
      completionRatio: {},
      groupRatio: { default: '1' },
      quotaPerUnit: '500000',
      actorId: null,
      changed: ['ModelRatio'],
    },
  });
  await credits(writer, now);
  await consumption(writer, now);
  await afterwards(writer, now);
  return writer;
}

async function credits(writer: LedgerWriter, now: () => number): Promise<void> {
  for (const accountId of [ALICE, BOB]) {
    await writer.append(
      accountStream(accountId),
      now(),
      { type: 'AccountOpened', data: { userId: accountId } },
      {
        type: 'QuotaGranted',
        data: { amount: quota(1_000), grant: 'new_user', source: `grant-${accountId}` as SourceId },
      },
      {
        type: 'TokenLimitSet',
        data: { tokenId: TOKENS[accountId] as TokenId, limit: accountId === ALICE ? quota(9_000) : null, version: 1 },
      },
    );
  }
  for (const codeId of [FIRST_CODE, SECOND_CODE]) {
    await writer.append(redemptionStream(codeId), now(), {
      type: 'CodeIssued',
      data: { codeId, amount: quota(4_000), actorId: ROOT, usesMax: 1 },
    });
  }
  await writer.append(redemptionStream(FIRST_CODE), now(), {
    type: 'CodeEdited',
    data: { codeId: FIRST_CODE, amount: quota(5_000), previousAmount: quota(4_000), actorId: ROOT },
  });
  await writer.append(redemptionStream(FIRST_CODE), now(), {
    type: 'CodeRedeemed',
    data: { codeId: FIRST_CODE, amount: quota(5_000), accountId: ALICE, use: 1 },
  });
  await writer.append(accountStream(ALICE), now(), {
    type: 'RedemptionCredited',
    data: { amount: quota(5_000), source: 'redemption-1' as SourceId, codeId: FIRST_CODE, use: 1 },
  });
  await writer.append(redemptionStream(SECOND_CODE), now(), {
    type: 'CodeRedeemed',
    data: { codeId: SECOND_CODE, amount: quota(4_000), accountId: BOB, use: 1 },
  });
  const payment = { tradeNo: 'T1', provider: 'epay', moneyMinor: 7_300, currency: 'CNY' };
  await writer.append(topUpStream('T1'), now(), {
    type: 'TopUpPaid',
    data: { ...payment, accountId: BOB, amount: quota(20_000) },
  });
  await writer.append(accountStream(BOB), now(), {
    type: 'QuotaToppedUp',
    data: { ...payment, amount: quota(20_000), source: 'topup-T1' as SourceId },
  });
  await writer.append(
    accountStream(ALICE),
    now(),
    { type: 'InviteRewardAccrued', data: { amount: quota(300), source: 'invite-3' as SourceId, inviteeId: BOB } },
    { type: 'InviteEarningsTransferred', data: { amount: quota(200) } },
  );
}

async function consumption(writer: LedgerWriter, now: (stepMs?: number) => number): Promise<void> {
  const till = new TillWriter(writer, 'till-a');
  await till.open(now());
  await till.lease(ALICE, 3_000, now());
  await till.lease(BOB, 3_000, now());
  for (let request = 1; request <= 12; request += 1) {
    const accountId = request % 3 === 0 ? BOB : ALICE;
    const charge = till.chargeOf(accountId, {
      requestId: `r${request}` as RequestId,
      ...(request % 4 === 3 ? { tags: { project: 'atlas', team: 'red' }, endUser: 'aGFzaA' } : {}),
      tokenId: TOKENS[accountId] as TokenId,
      channelId: (3 + (request % 2)) as ChannelId,
      modelBilled: request % 2 === 0 ? 'gpt-4o' : 'gpt-4o-mini',
      amount: quota(100 + request),
      logged: request !== 7,
      stream: request % 2 === 0,
    });
    await till.record(charge, now(20 * MINUTE_MS));
  }
  await till.resize(ALICE, 2_000, now());
  await till.close(now());
  await till.settle(ALICE, now());
  await till.settle(BOB, now());

  const fenced = new TillWriter(writer, 'till-b');
  await fenced.open(now());
  await fenced.lease(ALICE, 500, now());
  await fenced.start(ALICE, 'cut', now());
  await fenced.start(ALICE, 'lost', now());
  await fenced.fence(now());
  const usage = { ...exampleCharge().usage, source: 'interrupted' } as const;
  for (const requestId of ['cut', 'lost'] as RequestId[])
    await fenced.record(fenced.chargeOf(ALICE, { requestId, usage, amount: quota(10) }), now(), true);
  await fenced.close(now());
  const source = 'cut' as SourceId;
  await writer.append(accountStream(ALICE), now(), {
    type: 'ConsumptionCorrected',
    data: {
      delta: quota(90),
      source,
      charge: fenced.chargeOf(ALICE, { requestId: 'cut' as RequestId, amount: quota(100) }),
    },
  });
  await writer.append(accountStream(ALICE), now(), {
    type: 'LateConsumptionRecorded',
    data: {
      source: 'late' as SourceId,
      charge: fenced.chargeOf(ALICE, { requestId: 'late' as RequestId, amount: quota(60) }),
    },
  });
}

async function afterwards(writer: LedgerWriter, now: (stepMs?: number) => number): Promise<void> {
  const task = { taskId: 'song', accountId: BOB, tokenId: TOKENS[BOB] as TokenId };
  await writer.append(taskStream('song'), now(), {
    type: 'TaskFailed',
    data: { ...task, refund: quota(103), reason: 'upstream', requestId: 'r3' as RequestId, suspended: false },
  });
  await writer.append(accountStream(BOB), now(), {
    type: 'ConsumptionRefunded',
    data: {
      amount: quota(103),
      source: 'task-song' as SourceId,
      tokenId: task.tokenId,
      requestId: 'r3' as RequestId,
    },
  });
  await writer.append(accountStream(BOB), now(), {
    type: 'QuotaAdjusted',
    data: { delta: quota(-50), actorId: ROOT, reason: 'a correction, "quoted" \\ kept', absolute: null },
  });
  const late = new TillWriter(writer, 'till-c');
  await late.open(now(30 * 24 * HOUR_MS));
  await late.lease(BOB, 700, now());
  await late.record(
    late.chargeOf(BOB, { requestId: 'next-month' as RequestId, tokenId: TOKENS[BOB] as TokenId, amount: quota(77) }),
    now(),
  );
  await late.record(
    late.chargeOf(BOB, { requestId: 'playground' as RequestId, tokenId: 0 as TokenId, amount: quota(3) }),
    now(),
  );
  await late.start(BOB, 'running', now());
}

/** Cleans display rows before `beforeMs`. */
export const cleanLogs = (writer: LedgerWriter, beforeMs: number): Promise<unknown> =>
  writer.append(BOOKS_STREAM, SAMPLE_START_MS, { type: 'LogsCleaned', data: { beforeMs, actorId: ROOT } });
