import { ROLE } from '@ledgate/domain/catalogue/roles';
import type { Position } from '@ledgate/domain/ports/event-store';
import { livePosition } from '../../queries/health.ts';
import {
  type Database,
  execute,
  inTransaction,
  maybeRow,
  oneRow,
  type Queryable,
  rows,
} from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import {
  NOTICE_LEASE_S,
  NOTICES_KEPT_S,
  NOTICES_LOOKED_ROWS,
  NOTICES_SWEPT_ROWS,
  NOTICES_TAKEN_MAX,
} from '../limits.ts';
import type { DirectoryTransaction } from '../transaction.ts';
import {
  ADDRESS,
  BEGIN_TO_SEE,
  FIGURES,
  LOOKED_UP_TO,
  NOTE,
  NOTE_LOW_BALANCES,
  SEE,
  SEEN,
  SWEEP,
  TAKE,
} from './sql.ts';

// Mails that no call causes (docs/behaviour.md#notices-by-mail). Noted once by their ids; whoever sends them takes them for a while.

/** What a notice tells; amounts are quota units. */
export type NoticeFacts = {
  readonly low_balance: { readonly balance: number };
  readonly channel_disabled: { readonly channelId: number; readonly channel: string; readonly reason: string };
  /** How many were tested and failed, and what was disabled and enabled by it. */
  readonly channels_tested: {
    readonly total: number;
    readonly failed: number;
    readonly disabled: number;
    readonly enabled: number;
  };
};
export type NoticeKind = keyof NoticeFacts;

export type DueNotice = {
  readonly [Kind in NoticeKind]: {
    readonly id: string;
    readonly kind: Kind;
    readonly facts: NoticeFacts[Kind];
    readonly createdS: number;
    /** This one among them. */
    readonly attempts: number;
    /** '' where whoever it is for has none any more. */
    readonly email: string;
  };
}[NoticeKind];

/** Whom those are for that no single person is the reason of. */
const FOR_ROOT = 0;

/** In the transaction that disables the channel: with both or neither. */
export async function noteChannelDisabled(
  { client, nowMs }: DirectoryTransaction,
  channel: NoticeFacts['channel_disabled'],
): Promise<void> {
  const values = [
    `channel-disabled-${channel.channelId}-${nowMs}`,
    'channel_disabled' satisfies NoticeKind,
    FOR_ROOT,
    JSON.stringify(channel),
    Math.floor(nowMs / 1_000),
  ];
  await execute(client, { text: NOTE, values });
}

/** Once for each test of all channels, by the request that asked for it. */
export async function noteChannelsTested(
  db: Queryable,
  requestId: string,
  tests: NoticeFacts['channels_tested'],
  nowMs: number,
): Promise<void> {
  const values = [
    `channels-tested-${requestId}`,
    'channels_tested' satisfies NoticeKind,
    FOR_ROOT,
    JSON.stringify(tests),
    Math.floor(nowMs / 1_000),
  ];
  await execute(db, { text: NOTE, values });
}

/**
 * Notes whom charges since the last look have taken below `threshold` (quota units) or to nothing, each user once in `pauseS` seconds. What stood in the ledger
 * before the first look is passed over. Several processes may look at once. After a long pause one look ends behind `rowsMax` entries of the ledger, and the
 * next goes on there. Answers how many were noted.
 */
export const noteLowBalances = (
  db: Database,
  {
    threshold,
    pauseS,
    nowS,
    rowsMax = NOTICES_LOOKED_ROWS,
  }: { readonly threshold: number; readonly pauseS: number; readonly nowS: number; readonly rowsMax?: number },
): Promise<number> =>
  inTransaction(db, async (client) => {
    const seen = await maybeRow<{ position: Position }>(client, { text: SEEN, values: [] });
    const applied = await livePosition(client);
    if (seen === undefined) {
      await execute(client, { text: BEGIN_TO_SEE, values: [applied] });
      return 0;
    }
    // Behind what was seen is another ledger, or read models that are made anew: they say nothing new.
    if (applied === seen.position) return 0;
    if (applied < seen.position) {
      await execute(client, { text: SEE, values: [applied] });
      return 0;
    }
    const page = { text: LOOKED_UP_TO, values: [seen.position, applied, rowsMax] };
    const upTo = (await oneRow<{ position: Position | null }>(client, page)).position ?? applied;
    const values = [seen.position, upTo, threshold, nowS, nowS - pauseS, applied];
    const noted = await execute(client, { text: NOTE_LOW_BALANCES, values });
    await execute(client, { text: SEE, values: [upTo] });
    return noted;
  });

/** Those that are due, for the caller alone until NOTICE_LEASE_S later; the others may take them then. */
export async function takeDueNotices(db: Queryable, nowS: number): Promise<readonly DueNotice[]> {
  const taken = await rows<Omit<DueNotice, 'email' | 'facts'> & { readonly userId: number; readonly facts: string }>(
    db,
    {
      text: TAKE,
      values: [nowS, nowS + NOTICE_LEASE_S, NOTICES_TAKEN_MAX],
    },
  );
  return Promise.all(
    taken.map(async ({ userId, facts, ...notice }) => {
      const found = await maybeRow<{ email: string }>(db, { text: ADDRESS, values: [userId, ROLE.root] });
      return { ...notice, facts: JSON.parse(facts) as unknown, email: found?.email ?? '' } as DueNotice;
    }),
  );
}

export const noticeSent = (db: Queryable, id: string, nowS: number): Promise<number> =>
  execute(db, query('directory.notices').where({ id }).update({ sent_time: nowS, problem: '' }));

/** There is nobody to tell, or nothing to tell him by: that is no failure. */
export const forgetNotice = (db: Queryable, id: string): Promise<number> =>
  execute(db, query('directory.notices').where({ id }).del());

/** While no mail server is set nothing waits for one. */
export const forgetWaitingNotices = (db: Queryable): Promise<number> =>
  execute(db, query('directory.notices').where({ sent_time: 0, dropped_time: 0 }).del());

/** It is tried again at `againS`; undefined: never. */
export const noticeFailed = (
  db: Queryable,
  id: string,
  { problem, againS, nowS }: { readonly problem: string; readonly againS: number | undefined; readonly nowS: number },
): Promise<number> =>
  execute(
    db,
    query('directory.notices')
      .where({ id })
      .update({ problem, ...(againS === undefined ? { dropped_time: nowS } : { next_time: againS }) }),
  );

/** Takes away what is older than it is kept, some rows a statement. Answers how many. */
export async function sweepNotices(db: Queryable, nowS: number): Promise<number> {
  let swept = 0;
  for (;;) {
    const gone = await execute(db, { text: SWEEP, values: [nowS - NOTICES_KEPT_S, NOTICES_SWEPT_ROWS] });
    swept += gone;
    if (gone < NOTICES_SWEPT_ROWS) return swept;
  }
}

/** `dropped`: of the last day. */
type NoticeFigures = { readonly waiting: number; readonly oldestAgeS: number; readonly dropped: number };

export const noticeFigures = (db: Queryable, nowS: number): Promise<NoticeFigures> =>
  oneRow<NoticeFigures>(db, { text: FIGURES, values: [nowS] });
