import type { SourceId, TokenId } from '../shared/ids.ts';
import { ZERO } from '../shared/quota.ts';
import { isDeletion } from './deleted-tokens.ts';
import type { AccountEventOf } from './events.ts';
import type { ExistingAccount, TokenUse } from './state.ts';

type Checkpoint = AccountEventOf<'AccountCheckpointed'>['data'];

/** How long a checkpoint remembers sources; older ones are looked for in the stream. */
export const SOURCES_KEPT_MS = 30 * 24 * 3_600_000;

/** A stream gets a checkpoint when this many events stand after its last one. */
export const CHECKPOINT_EVERY_EVENTS = 200;

/** The most that a checkpoint's data may take, in bytes of UTF-8: well below what one append may carry (ports/event-store.ts). */
export const CHECKPOINT_BYTES_MAX = 384 * 1024;

/**
 * The checkpoint that fits: all of it, or as many of its youngest sources as there is room for (older ones are then looked for in the
 * stream), or none, when open leases and tokens alone are too many. Without one the stream is read from the one before, or from its beginning:
 * slower, and just as right.
 */
export function fittingCheckpoint(account: ExistingAccount, nowMs: number): Checkpoint | undefined {
  const whole = checkpointOf(account, nowMs);
  let room = CHECKPOINT_BYTES_MAX - bytesOf({ ...whole, sources: [], sourcesForgotten: true });
  if (room < 0) return undefined;
  const kept: (typeof whole.sources)[number][] = [];
  for (const entry of whole.sources.toSorted(youngestFirst)) {
    room -= bytesOf(entry) + COMMA_BYTES;
    if (room < 0) break;
    kept.push(entry);
  }
  if (kept.length === whole.sources.length) return whole;
  return { ...whole, sources: kept, sourcesForgotten: true };
}

type KnownSource = Readonly<Checkpoint['sources'][number]>;

const COMMA_BYTES = 1;
const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;
const youngestFirst = ([, one]: KnownSource, [, other]: KnownSource): number => other - one;

/** Whether a token differs from one that the account has never heard of. */
export const tellsOfToken = ({ limit, version, used }: TokenUse): boolean =>
  limit !== null || version > 0 || used !== 0;

/**
 * The fold as an event. Of the sources that are too old to be kept the youngest stays: so what a checkpoint has left out was never seen later than
 * the oldest source that it names, and whoever begins there knows how far back it remembers. None is named that is older than what an earlier one has
 * left out: a command that came late, by the time at which it was given.
 */
export function checkpointOf(account: ExistingAccount, nowMs: number): Checkpoint {
  const {
    userId,
    status,
    credits,
    settled,
    late,
    earnings,
    commission,
    budgets,
    leases,
    tokens,
    deletedTokens,
    sources,
    numbers,
    forgottenUntilMs,
  } = account;
  const isOld = ([, seenAtMs]: readonly [SourceId, number]): boolean => nowMs - seenAtMs >= SOURCES_KEPT_MS;
  const known = [...sources].filter(([, seenAtMs]) => seenAtMs >= (forgottenUntilMs ?? Number.NEGATIVE_INFINITY));
  const [youngestOld, ...leftOut] = known.filter(isOld).sort(youngestFirst);
  return {
    userId,
    status,
    credits,
    settled,
    late,
    earnings,
    leases: [...leases.values()].map(({ grantedAt: _beside, ...lease }) => lease),
    ...(leases.size === 0 ? {} : { leasesGrantedAt: [...leases.values()].map(({ grantedAt }) => grantedAt) }),
    tokens: [...tokens.values()].filter(tellsOfToken),
    ...(deletedTokens.size === 0 ? {} : { deletedTokens: [...deletedTokens] }),
    ...(commission === 0 ? {} : { commission }),
    ...(budgets.size === 0 ? {} : { budgets: [...budgets.values()] }),
    sources: known
      .filter((entry) => !isOld(entry) || entry[0] === youngestOld?.[0])
      .map(([source, seenAtMs]) => {
        const n = numbers.get(source);
        return n === undefined ? [source, seenAtMs] : [source, seenAtMs, n];
      }),
    sourcesForgotten: forgottenUntilMs !== null || leftOut.length > 0,
  };
}

/**
 * The account as a checkpoint at `revision` tells it. Member by member: what a later release may add is not carried on into checkpoints of this one,
 * where it would be out of date.
 */
export function restored(
  data: Checkpoint,
  { revision, atMs }: { readonly revision: number; readonly atMs: number },
): ExistingAccount {
  const {
    userId,
    status,
    credits,
    settled,
    late,
    earnings,
    leases,
    leasesGrantedAt = [],
    tokens,
    deletedTokens = [],
    commission = ZERO,
    budgets = [],
    sources,
    sourcesForgotten,
  } = data;
  return {
    userId,
    status,
    revision,
    credits,
    settled,
    late,
    earnings,
    commission,
    budgets: new Map(budgets.map((budget) => [budget.budgetId, budget])),
    leases: new Map(
      leases.map((lease, index) => [lease.leaseId, { ...lease, grantedAt: leasesGrantedAt[index] ?? 0 }]),
    ),
    tokens: new Map(tokens.filter((token) => !isDeletion(token)).map((token) => [token.tokenId, token])),
    deletedTokens: new Map([...deletedTokens, ...keptByEarlierRelease(tokens)]),
    sources: new Map(sources.map(([source, seenAtMs]) => [source, seenAtMs])),
    numbers: new Map(sources.flatMap(([source, , n]) => (n === undefined ? [] : [[source, n] as const]))),
    forgottenUntilMs: sourcesForgotten ? oldestOf(sources, atMs) : null,
  };
}

/** Earlier releases keep a deleted token as one that may use nothing, limited by the event that deleted it. */
const keptByEarlierRelease = (tokens: Checkpoint['tokens']): readonly (readonly [TokenId, number])[] =>
  tokens
    .filter(isDeletion)
    .map(({ tokenId, limitedAt }) => [tokenId, limitedAt] as const)
    .sort(([, one], [, other]) => one - other);

/** A checkpoint that names no source may have left out any that is older than itself. */
const oldestOf = (sources: Checkpoint['sources'], checkpointMs: number): number =>
  sources.reduce((oldest, [, seenAtMs]) => Math.min(oldest, seenAtMs), sources.length === 0 ? checkpointMs : Infinity);
