import type { LotKind } from '@ledgate/domain/account/events';
import type { Recorded } from '@ledgate/domain/events/codec';
import { movesWallet } from '@ledgate/domain/lots/evolve';
import { inOrder } from '@ledgate/domain/lots/order';
import type { Draw } from '@ledgate/domain/lots/state';
import type { RequestId } from '@ledgate/domain/shared/ids';
import { quota, ZERO } from '@ledgate/domain/shared/quota';
import { accountOf } from '../balances/balance-change.ts';
import { movedBy } from '../ledger/moved-by.ts';
import type { BatchWriter, PreparedSql } from '../runner/batch-writer.ts';
import { byNumber, nullableTexts, numbers, texts } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import * as SQL from './sql.ts';
import { drawsIn, drawsOf, drawsText, type NamedLot, requestChangedBy, WalletFold } from './wallet-fold.ts';

/**
 * What every wallet is made of (docs/ledger.md#lots), and how much of each movement is paid and promotional money, for the ledger entries of the
 * same batch. Written after the balances.
 */
export const lots: Projection = { name: 'lots', begin: () => new LotsPart() };

class LotsPart implements BatchPart {
  readonly #events = new Map<number, Recorded[]>();

  add(recorded: Recorded): void {
    if (!movesWallet(recorded.event.type)) return;
    const accountId = accountOf(recorded);
    if (accountId === undefined) return;
    const before = this.#events.get(accountId);
    if (before === undefined) this.#events.set(accountId, [recorded]);
    else before.push(recorded);
  }

  async write(writer: BatchWriter): Promise<void> {
    if (this.#events.size === 0) return;
    const accounts = [...this.#events]
      .sort(([one], [other]) => byNumber(one, other))
      .map(([id, events]) => new BatchAccount(id, events));
    await readLots(writer, accounts);
    const changing = accounts.filter(({ changed }) => changed.size > 0);
    if (changing.length > 0) await readDraws(writer, changing);
    for (const account of accounts) account.fold(writer);
    await writeLots(writer, accounts);
    if (changing.length > 0) await writeDraws(writer, changing);
  }
}

/** An account in a batch. */
class BatchAccount {
  readonly id: number;
  /** Requests that are charged already, whose charges the batch changes. */
  readonly changed = new Set<RequestId>();
  /** Of requests that the batch changes, before it. */
  readonly draws = new Map<RequestId, readonly Draw[]>();
  /** That there were before the batch, as far as it has to do with them. */
  readonly lots = new Map<number, NamedLot>();
  /** What was in them before the batch, where it was more than nothing. */
  readonly rests = new Map<number, number>();
  readonly made: NamedLot[] = [];
  readonly #events: readonly Recorded[];
  #fold: WalletFold | undefined;

  constructor(id: number, events: readonly Recorded[]) {
    this.id = id;
    this.#events = events;
    for (const event of events) {
      const requestId = requestChangedBy(event);
      if (requestId !== undefined) this.changed.add(requestId);
    }
  }

  fold(writer: BatchWriter): void {
    const open = [...this.rests].flatMap(([name, rest]) => {
      const lot = this.lots.get(name);
      return lot === undefined ? [] : [{ ...lot, rest: quota(rest) }];
    });
    const fold = new WalletFold({ lots: inOrder(open), debt: quota(this.#debt(writer)), draws: this.draws });
    this.#fold = fold;
    for (const recorded of this.#events) {
      const { moved, filled } = fold.add(recorded);
      writer.money.set(recorded.position, moved);
      for (const { lot } of filled) {
        if (this.lots.has(lot.name)) continue;
        this.lots.set(lot.name, lot);
        this.made.push(lot);
      }
    }
  }

  /** What the batch leaves in lots where it is another amount than before. */
  changedRests(): readonly (readonly [name: number, rest: number])[] {
    const after = new Map((this.#fold?.lots ?? []).map(({ name, rest }) => [name, rest as number]));
    const changed: (readonly [number, number])[] = [];
    for (const [name, rest] of after) if (this.rests.get(name) !== rest) changed.push([name, rest]);
    for (const name of this.rests.keys()) if (!after.has(name)) changed.push([name, 0]);
    return changed.sort(([one], [other]) => byNumber(one, other));
  }

  drawsAfter(requestId: RequestId): readonly Draw[] {
    return this.#fold?.drawsOf(requestId) ?? [];
  }

  /** Before the batch: who has a lot owes nothing, who has none owes what his balance is below zero. */
  #debt({ balances }: BatchWriter): number {
    if (this.rests.size > 0) return ZERO;
    const after = balances.get(this.id);
    if (after === undefined) throw new Error(`no balance of account ${this.id}`);
    return Math.max(0, this.#events.reduce((sum, event) => sum + movedBy(event).balance, 0) - after.balance);
  }
}

type NamedRow = readonly [userId: unknown, name: unknown, kind: unknown, expiresMs: unknown, creditedBy: unknown];

const lotOf = ([, name, kind, expiresMs, creditedBy]: NamedRow): NamedLot => ({
  name: Number(name),
  kind: kind as LotKind,
  expiresAtMs: expiresMs === null ? null : Number(expiresMs),
  of: creditedBy as string | null,
});

async function readLots(writer: BatchWriter, accounts: readonly BatchAccount[]): Promise<void> {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  for (const row of await writer.run(SQL.OPEN_LOTS, [numbers([...byId.keys()])])) {
    const account = byId.get(Number(row[0]));
    const lot = lotOf(row as unknown as NamedRow);
    account?.lots.set(lot.name, lot);
    account?.rests.set(lot.name, Number(row[5]));
  }
}

/** What the requests that a batch changes have drawn before it. */
async function readDraws(writer: BatchWriter, accounts: readonly BatchAccount[]): Promise<void> {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const found = new Map<BatchAccount, Map<string, string>>(accounts.map((account) => [account, new Map()]));
  const read = async (sql: PreparedSql, values: readonly unknown[]): Promise<void> => {
    for (const [userId, requestId, draws] of await writer.run(sql, values)) {
      const account = byId.get(Number(userId));
      if (account !== undefined) found.get(account)?.set(String(requestId), String(draws));
    }
  };
  const wanted = accounts.flatMap((account) => [...account.changed].map((requestId) => ({ account, requestId })));
  const values = ({ account }: { readonly account: BatchAccount }): number => account.id;
  // What changed them last, or else what they were charged with.
  await read(SQL.DRAWS_OF_CHARGES, [texts(wanted.map(({ requestId }) => requestId))]);
  await read(SQL.CHANGED_DRAWS, [numbers(wanted.map(values)), texts(wanted.map(({ requestId }) => requestId))]);
  const drawn = wanted.map(({ account, requestId }) => ({
    account,
    requestId,
    text: found.get(account)?.get(requestId) ?? '',
  }));
  const missing = drawn.flatMap(({ account, text }) =>
    drawsIn(text).flatMap(({ name }) => (account.lots.has(name) ? [] : [{ account, name }])),
  );
  const named = [numbers(missing.map(values)), numbers(missing.map(({ name }) => name))];
  if (missing.length > 0)
    for (const row of await writer.run(SQL.LOTS_NAMED, named)) {
      const lot = lotOf(row as unknown as NamedRow);
      byId.get(Number(row[0]))?.lots.set(lot.name, lot);
    }
  for (const { account, requestId, text } of drawn)
    if (text !== '') account.draws.set(requestId, drawsOf(text, account.lots));
}

async function writeLots(writer: BatchWriter, accounts: readonly BatchAccount[]): Promise<void> {
  const made = accounts.flatMap(({ id, made: lotsMade }) => lotsMade.map((lot) => ({ id, ...lot })));
  if (made.length > 0)
    await writer.run(SQL.INSERT_LOTS, [
      numbers(made.map(({ id }) => id)),
      numbers(made.map(({ name }) => name)),
      texts(made.map(({ kind }) => kind)),
      numbers(made.map(({ expiresAtMs }) => expiresAtMs)),
      nullableTexts(made.map(({ of }) => of)),
    ]);
  const changed = accounts.flatMap((account) =>
    account.changedRests().map(([name, rest]) => ({ id: account.id, name, rest })),
  );
  const [open, empty] = [changed.filter(({ rest }) => rest > 0), changed.filter(({ rest }) => rest === 0)];
  if (open.length > 0)
    await writer.run(SQL.SET_OPEN_LOTS, [
      numbers(open.map(({ id }) => id)),
      numbers(open.map(({ name }) => name)),
      numbers(open.map(({ rest }) => rest)),
    ]);
  if (empty.length > 0)
    await writer.run(SQL.EMPTY_LOTS, [numbers(empty.map(({ id }) => id)), numbers(empty.map(({ name }) => name))]);
}

async function writeDraws(writer: BatchWriter, accounts: readonly BatchAccount[]): Promise<void> {
  const changed = accounts.flatMap((account) =>
    [...account.changed].map((requestId) => ({
      id: account.id,
      requestId,
      draws: drawsText(account.drawsAfter(requestId)),
    })),
  );
  await writer.run(SQL.SET_CHANGED_DRAWS, [
    numbers(changed.map(({ id }) => id)),
    texts(changed.map(({ requestId }) => requestId)),
    texts(changed.map(({ draws }) => draws)),
  ]);
}
