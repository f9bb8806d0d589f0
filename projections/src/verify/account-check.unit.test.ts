import { describe, expect, it } from '@jest/globals';
import { deletionOf, LAST_LIMIT_VERSION } from '@ledgate/domain/account/deleted-tokens';
import { type AccountEvent, type AccountEventOf, accountStream } from '@ledgate/domain/account/events';
import { decode, encode } from '@ledgate/domain/events/codec';
import { NO_STREAM, type Revision } from '@ledgate/domain/ports/event-store';
import { type LeaseId, type SourceId, type TillId, tokenId, userId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { AccountCheck } from './account-check.ts';
import { Findings } from './finding.ts';

const ann = userId(2);
const lease = { leaseId: 'l' as LeaseId, tillId: 't' as TillId, tokenId: null, amount: quota(5) };
const { type: _type, ...deletion } = deletionOf(tokenId(5));
const limited = (id: number): AccountEvent => ({
  type: 'TokenLimitSet',
  data: { tokenId: tokenId(id), limit: quota(9), version: 1 },
});
type Checkpoint = AccountEventOf<'AccountCheckpointed'>['data'];
/** After the account was opened, tokens 5 and 6 were limited, a lease was granted and token 5 deleted; by a release that knew no deletions. */
const earlier: Checkpoint = {
  userId: ann,
  status: 'open',
  credits: quota(0),
  settled: quota(0),
  late: quota(0),
  earnings: quota(0),
  leases: [{ ...lease, consumed: quota(0), byToken: {}, reportedAt: 3 }],
  tokens: [
    { tokenId: tokenId(5), limit: quota(0), version: LAST_LIMIT_VERSION, used: quota(0), limitedAt: 4 },
    { tokenId: tokenId(6), limit: quota(9), version: 1, used: quota(0), limitedAt: 2 },
  ],
  sources: [],
  sourcesForgotten: false,
};

const toDeletion: readonly AccountEvent[] = [
  { type: 'AccountOpened', data: { userId: ann } },
  limited(5),
  limited(6),
  { type: 'LeaseGranted', data: lease },
  { type: 'TokenLimitSet', data: deletion },
];

/** What is found where the checkpoint stands behind these events. */
async function findingsOf(checkpoint: Checkpoint, events = toDeletion): Promise<readonly string[]> {
  const store = new MemoryEventStore();
  const context = { commandId: 'c', correlationId: 'c', occurredAtMs: 0, actor: 'user-2' };
  const all: AccountEvent[] = [...events, { type: 'AccountCheckpointed', data: checkpoint }];
  await store.append(accountStream(ann), NO_STREAM, encode(all, context));
  const findings = new Findings();
  const check = new AccountCheck(findings);
  for (const recorded of await store.readStream(accountStream(ann), 0 as Revision, 100)) check.add(decode(recorded));
  return findings.all().map(({ subject }) => subject);
}

describe('a checkpoint behind the deletion of a token', () => {
  const [, living] = earlier.tokens;
  const tokens = living === undefined ? [] : [living];

  it('is found true without the token', async () => {
    expect(await findingsOf({ ...earlier, leasesGrantedAt: [3], tokens, deletedTokens: [[tokenId(5), 4]] })).toEqual(
      [],
    );
  });

  it('is found true also when an earlier release wrote it, which keeps the token', async () => {
    expect(await findingsOf(earlier)).toEqual([]);
  });

  it('is found false when it leaves out a token that is not deleted', async () => {
    expect(await findingsOf({ ...earlier, tokens: [] })).toEqual(['2 checkpoint at revision 5, tokens']);
  });
});

describe('a checkpoint behind commission and a budget', () => {
  const budget = { budgetId: 4, tokenId: null, window: 'day', zone: 'UTC', limit: quota(9), version: 1 } as const;
  const events: readonly AccountEvent[] = [
    { type: 'AccountOpened', data: { userId: ann } },
    {
      type: 'CommissionAccrued',
      data: {
        amount: quota(7),
        source: 'commission-t' as SourceId,
        orderSource: 'topup-t' as SourceId,
        inviteeId: userId(3),
        percent: '5',
      },
    },
    { type: 'BudgetSet', data: budget },
  ];
  const { leases: _leases, tokens: _tokens, ...account } = earlier;
  const told: Checkpoint = {
    ...account,
    leases: [],
    tokens: [],
    earnings: quota(7),
    commission: quota(7),
    budgets: [{ ...budget, windowStartMs: null, used: quota(0) }],
  };

  it('is found true with both', async () => {
    expect(await findingsOf(told, events)).toEqual([]);
  });

  it('is found false without one, or with another use', async () => {
    const { commission: _commission, ...uncommissioned } = told;
    expect(await findingsOf(uncommissioned, events)).toEqual(['2 checkpoint at revision 3, commission']);
    const used = [{ ...budget, windowStartMs: null, used: quota(1) }];
    for (const budgets of [[], used])
      expect(await findingsOf({ ...told, budgets }, events)).toEqual(['2 checkpoint at revision 3, budgets']);
  });
});
