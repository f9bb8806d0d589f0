import { decode, encode, type EventContext, type Recorded } from '../events/codec.ts';
import { NotWrittenYet } from '../events/ledger-gate.ts';
import {
  type EventStore,
  NO_STREAM,
  type Position,
  type RecordedEvent,
  type Revision,
  StoreUnavailable,
  WITHOUT_POSITION,
} from '../ports/event-store.ts';
import type { SourceId, UserId } from '../shared/ids.ts';
import type { Decision } from '../shared/result.ts';
import { changeOf, mayBeChanged } from './charge-changes.ts';
import { CHECKPOINT_EVERY_EVENTS } from './checkpoint.ts';
import type { AccountCommand, AccountCommandOf } from './commands.ts';
import { decide } from './decide.ts';
import { type AccountEvent, accountStream } from './events.ts';
import { fold } from './evolve.ts';
import { CLOCKS_APART_MAX_MS, mayHaveForgotten, sourceOf } from './sources.ts';
import { type Account, type ExistingAccount, initialAccount } from './state.ts';

const PAGE_EVENTS = 250;
/** Conflicts in a row after which a command gives up: every one means that somebody else's append succeeded. */
const CONFLICTS_MAX = 200;

/** The account after the last event of its stream. `known` is an earlier fold of the same stream, to be continued. */
export async function loadAccount(
  store: EventStore,
  accountId: UserId,
  known: Account = initialAccount,
): Promise<Account> {
  return known.status === 'missing' ? fromLastCheckpoint(store, accountId) : continued(store, accountId, known);
}

/** From the fold's end on. */
async function continued(store: EventStore, accountId: UserId, known: Account): Promise<Account> {
  let account = known;
  for (;;) {
    const page = await store.readStream(accountStream(accountId), (account.revision + 1) as Revision, PAGE_EVENTS);
    account = folded(page, account);
    if (page.length < PAGE_EVENTS) return account;
  }
}

async function fromLastCheckpoint(store: EventStore, accountId: UserId): Promise<Account> {
  const newestFirst: RecordedEvent[] = [];
  for (;;) {
    const oldest = newestFirst.at(-1);
    if (oldest?.revision === 0 || oldest?.type === 'AccountCheckpointed') break;
    const before = oldest === undefined ? undefined : ((oldest.revision - 1) as Revision);
    const page = await store.readStreamBackwards(accountStream(accountId), PAGE_EVENTS, before);
    if (page.length === 0) break;
    const checkpoint = page.findIndex(({ type }) => type === 'AccountCheckpointed');
    newestFirst.push(...(checkpoint === -1 ? page : page.slice(0, checkpoint + 1)));
  }
  return folded(newestFirst.reverse(), initialAccount);
}

/** From the first event on, so that every source is known. */
const wholeStream = (store: EventStore, accountId: UserId): Promise<Account> =>
  continued(store, accountId, initialAccount);

const folded = (events: readonly RecordedEvent[], before: Account): Account =>
  fold(
    events.map((recorded) => {
      const { event, revision, occurredAtMs, recordedAtMs } = decode<AccountEvent>(recorded);
      return { event, placed: { revision, atMs: occurredAtMs, recordedAtMs } };
    }),
    before,
  );

export type AccountChange =
  | {
      readonly ok: true;
      readonly account: Account;
      readonly events: readonly AccountEvent[];
      /** Of the last event; undefined when nothing was to do. */
      readonly position: Position | undefined;
      readonly revision: Revision | undefined;
    }
  | (Extract<Decision<never>, { ok: false }> & { readonly account: Account });

/**
 * Loads, decides and appends at the exact revision; a conflict loads and decides again. `known` saves reading what the caller has folded
 * already. A command that reports a lease is best given as a function: it is made anew for each decision, so that a report that stands after a
 * TokenLimitSet was made after it. It may wait for what it asks elsewhere: that is then as young as the events decided on. Throws
 * StoreUnavailable when the outcome is unknown: the same call with the same `context.commandId` may follow only if the command has a source or is
 * otherwise a no-op the second time.
 */
export async function changeAccount(
  store: EventStore,
  accountId: UserId,
  command: AccountCommand | (() => AccountCommand | Promise<AccountCommand>),
  context: EventContext,
  known?: Account,
): Promise<AccountChange> {
  const make = typeof command === 'function' ? command : (): AccountCommand => command;
  const loaded = await loadForCommand(store, accountId, await make(), known);
  if (loaded.isRepeated)
    return { ok: true, account: loaded.account, events: [], position: undefined, revision: undefined };
  let { account } = loaded;
  for (let conflicts = 0; conflicts < CONFLICTS_MAX; conflicts += 1) {
    // What need not wait is decided on in the turn in which it was made.
    const made = make();
    const asked = made instanceof Promise ? await made : made;
    const decision = decide(
      asked.type === 'CorrectConsumption' ? await withChange(store, account, asked) : asked,
      account,
    );
    if (!decision.ok) return { ...decision, account };
    const { events } = decision;
    if (events.length === 0) return { ok: true, account, events, position: undefined, revision: undefined };
    const expected = account.status === 'missing' ? NO_STREAM : (account.revision as Revision);
    // Folded before it is written: what cannot be folded must not stand in the ledger.
    const after = foldNew(account, events, context.occurredAtMs);
    const outcome = await store.append(accountStream(accountId), expected, encode(events, { ...context, accountId }));
    if (outcome.outcome === 'appended') {
      const known = checkpointDue(account, events) ? await withCheckpoint(store, accountId, after, context) : after;
      return { ok: true, account: known, events, position: outcome.position, revision: outcome.revision };
    }
    account = await loadAccount(store, accountId, account);
  }
  throw new Error(`account ${accountId}: ${CONFLICTS_MAX} conflicts in a row`);
}

type Loaded = {
  readonly account: Account;
  /** The command's source stands in the stream, where the fold has forgotten it. */
  readonly isRepeated: boolean;
};

/**
 * A source that a checkpoint may have left out is looked for in the stream, which grows without end: only then, and only as far back as it may stand.
 * Who goes on in what he has folded reads the whole stream instead, once: from then on he knows every source.
 */
async function loadForCommand(
  store: EventStore,
  accountId: UserId,
  command: AccountCommand,
  known: Account | undefined,
): Promise<Loaded> {
  const account = await loadAccount(store, accountId, known);
  if (account.status === 'missing' || !mayHaveForgotten(account, command)) return { account, isRepeated: false };
  const sourced = sourceOf(command);
  if (sourced?.bornMs === undefined || known !== undefined)
    return { account: await wholeStream(store, accountId), isRepeated: false };
  return { account, isRepeated: await holdsSource(store, account, sourced.source, sourced.bornMs) };
}

/**
 * Whether the source stands in what `account` was folded from. Nothing is added to the fold: a checkpoint must not name one source that is older than
 * others that it leaves out.
 */
async function holdsSource(
  store: EventStore,
  account: ExistingAccount,
  source: SourceId,
  bornMs: number,
): Promise<boolean> {
  for await (const { data } of backwards(store, account, bornMs))
    if ('source' in data && data.source === source) return true;
  return false;
}

/** What a fence has charged may have been changed since: a correction is to what it stands at. */
async function withChange(
  store: EventStore,
  account: Account,
  command: AccountCommandOf<'CorrectConsumption'>,
): Promise<AccountCommand> {
  const { charge } = command;
  if (account.status === 'missing' || !(mayBeChanged(account, charge) || mayHaveForgotten(account, command)))
    return command;
  const { requestId, arrivedAtMs } = charge;
  for await (const event of backwards(store, account, arrivedAtMs)) {
    const changed = changeOf(event, requestId);
    if (changed !== undefined) return { ...command, changed };
  }
  return command;
}

/**
 * The events that `account` was folded from, the last first, back to a page that was surely written before `bornMs`: of whose events both the writer and
 * the store say so, by clocks that may be CLOCKS_APART_MAX_MS apart.
 */
async function* backwards(
  store: EventStore,
  { userId: accountId, revision }: ExistingAccount,
  bornMs: number,
): AsyncGenerator<AccountEvent> {
  const isBeforeBirth = ({ occurredAtMs, recordedAtMs }: Recorded): boolean =>
    Math.max(occurredAtMs, recordedAtMs) < bornMs - CLOCKS_APART_MAX_MS;
  for (let before = revision; before >= 0; before -= PAGE_EVENTS) {
    const page = await store.readStreamBackwards(accountStream(accountId), PAGE_EVENTS, before as Revision);
    const events = page.map((recorded) => decode<AccountEvent>(recorded));
    for (const { event } of events) yield event;
    if (events.every(isBeforeBirth)) return;
  }
}

function checkpointDue(before: Account, events: readonly AccountEvent[]): boolean {
  if (before.status === 'missing' || events.some(({ type }) => type === 'AccountCheckpointed')) return false;
  return (
    Math.floor((before.revision + events.length) / CHECKPOINT_EVERY_EVENTS) >
    Math.floor(before.revision / CHECKPOINT_EVERY_EVENTS)
  );
}

/**
 * An append of its own, so that a checkpoint can never be why a command fails: one that does not fit, comes second or whose outcome is unknown is
 * left to whoever fills the next CHECKPOINT_EVERY_EVENTS. Answers the account as far as it is known to stand.
 */
async function withCheckpoint(
  store: EventStore,
  accountId: UserId,
  account: Account,
  context: EventContext,
): Promise<Account> {
  const decision = decide({ type: 'CheckpointAccount', nowMs: context.occurredAtMs }, account);
  if (!decision.ok || decision.events.length === 0) return account;
  const after = foldNew(account, decision.events, context.occurredAtMs);
  const events = encode(decision.events, {
    ...context,
    commandId: `${context.commandId}-checkpoint`,
    accountId,
  });
  try {
    const { outcome } = await store.append(
      accountStream(accountId),
      account.revision as Revision,
      events,
      WITHOUT_POSITION,
    );
    return outcome === 'appended' ? after : account;
  } catch (error) {
    // While an upgrade runs, a checkpoint may have to say what not every process reads yet.
    if (error instanceof StoreUnavailable || error instanceof NotWrittenYet) return account;
    throw error;
  }
}

const foldNew = (account: Account, events: readonly AccountEvent[], atMs: number): Account =>
  fold(
    events.map((event, index) => ({ event, placed: { revision: account.revision + 1 + index, atMs } })),
    account,
  );
