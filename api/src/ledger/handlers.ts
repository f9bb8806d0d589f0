import type { Position } from '@ledgate/domain/ports/event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
import { channelNamesOf } from '@ledgate/projections/directory/channels/find';
import { tokenNamesOf } from '@ledgate/projections/directory/tokens/find';
import { findUser } from '@ledgate/projections/directory/users/find';
import { usernamesOf } from '@ledgate/projections/directory/users/list';
import { knownHead } from '@ledgate/projections/queries/head';
import { readModelHealth } from '@ledgate/projections/queries/health';
import { postingsOf, timelineOf } from '@ledgate/projections/queries/timeline';
import { trialBalance } from '@ledgate/projections/queries/trial-balance';
import type { Finding, ledgerRoutes, TimelineEntry } from '../contract/ledger.ts';
import { done, refused, refusedAt } from '../http/answer.ts';
import type { AnyCall, Handlers } from '../http/call.ts';
import { readToHead } from '../http/read-to-head.ts';
import { amountText } from '../messages/amount-text.ts';
import type { ApiPorts, Verification } from '../ports.ts';
import { entryNames } from './entry-names.ts';
import { sealHandlers } from './seals.ts';
import { timelineAnswer } from './present.ts';

export const ledgerHandlers = (ports: ApiPorts): Handlers<typeof ledgerRoutes> => ({
  ...sealHandlers(ports),

  timelineSelf: async (call) => done(await timeline(ports, call, call.caller.id, call.query, false)),

  timeline: async (call) => {
    const user = await findUser(ports.db, call.params.id);
    return user === undefined
      ? refused({ code: 'user_missing' })
      : done(await timeline(ports, call, user.id, call.query, true));
  },

  trialBalance: async ({ query: { start, end }, session }) => {
    if (end !== 0 && end <= start) return refusedAt('end', { code: 'range_invalid', why: 'order' });
    await readToHead(ports, session);
    const range = { fromS: start, toS: end === 0 ? undefined : end };
    const { position, index, accounts, total } = await trialBalance(ports.db, range);
    const lines = accounts.map(({ account, opening, debits, credits, balance }) => ({
      account,
      opening: exact(opening),
      debits: exact(debits),
      credits: exact(credits),
      balance: exact(balance),
    }));
    return done({ position, index, start, end: range.toS ?? 0, accounts: lines, total: exact(total) });
  },

  books: async () => {
    const { position, head, behind } = await readModelHealth(ports.db, ports.store, ports.clock.nowMs());
    const verification = ports.verification();
    return done({
      position,
      head,
      lag_events: behind,
      verified:
        verification === undefined
          ? null
          : {
              at: Math.floor(verification.atMs / 1_000),
              ok: verification.ok,
              position: verification.position,
              differences: [...verification.differences],
              findings: await findingAnswers(ports, verification.findings),
            },
    });
  },
});

type Found = Verification['findings'][number];
type Names = Pick<Finding, 'username' | 'token_name' | 'channel_name'>;

async function findingAnswers({ db }: ApiPorts, findings: readonly Found[]): Promise<Finding[]> {
  const idsOf = (field: 'userId' | 'tokenId' | 'channelId'): readonly number[] => [
    ...new Set(findings.flatMap((finding) => finding[field] ?? [])),
  ];
  const [users, tokens, channels] = await Promise.all([
    usernamesOf(db, idsOf('userId')),
    tokenNamesOf(db, idsOf('tokenId')),
    channelNamesOf(db, idsOf('channelId')),
  ]);
  return findings.map((finding) =>
    findingAnswer(finding, {
      username: users.get(finding.userId ?? 0) ?? '',
      token_name: tokens.get(finding.tokenId ?? 0) ?? '',
      channel_name: channels.get(finding.channelId ?? 0) ?? '',
    }),
  );
}

const findingAnswer = (finding: Found, names: Names): Finding => ({
  scope: finding.scope,
  id: finding.subject,
  field: finding.field,
  expected: finding.expected,
  seen: finding.seen,
  amount: finding.amount === null ? null : exact(BigInt(finding.amount)),
  in_ledger: finding.inLedger,
  user_id: finding.userId ?? null,
  token_id: finding.tokenId ?? null,
  channel_id: finding.channelId ?? null,
  code_id: finding.codeId ?? null,
  ...names,
  request_id: finding.requestId ?? '',
  position: finding.position ?? null,
  account: finding.account ?? '',
});

const exact = (sum: bigint): number | string => (Number.isSafeInteger(Number(sum)) ? Number(sum) : String(sum));

async function timeline(
  ports: ApiPorts,
  call: AnyCall,
  accountId: UserId,
  query: { before: number; limit: number; leases: boolean },
  forAdministrator: boolean,
) {
  const head = await knownHead(ports.db);
  const { entries, next } = await timelineOf(ports.db, {
    accountId,
    limit: query.limit,
    before: Math.min(query.before === 0 ? head.before : query.before, head.before) as Position,
    withoutLeases: !query.leases,
  });
  const reader = {
    forAdministrator,
    language: call.language,
    amounts: amountText(ports.view),
    names: await entryNames(ports.db, entries, forAdministrator),
  };
  const answers: Omit<TimelineEntry, 'actor_name'>[] = [];
  for (const entry of entries) {
    const postings = forAdministrator
      ? (await postingsOf(ports.store, entry)).map(({ account, amount }) => ({ account, amount }))
      : null;
    answers.push({ ...timelineAnswer(entry, accountId, reader), postings });
  }
  const names = await usernamesOf(ports.db, [...new Set(answers.flatMap(({ actor }) => userIn(actor) ?? []))]);
  return {
    position: head.position,
    entries: answers.map((answer) => ({ ...answer, actor_name: names.get(userIn(answer.actor) ?? 0) ?? '' })),
    next,
  };
}

/** The user of `user-7`; undefined for a process. */
const userIn = (actor: string): number | undefined => {
  const id = /^user-(\d{1,15})$/.exec(actor)?.[1];
  return id === undefined ? undefined : Number(id);
};
