import type { Recorded } from '@ledgate/domain/events/codec';
import { movesWallet } from '@ledgate/domain/lots/evolve';
import type { Draw, Lot } from '@ledgate/domain/lots/state';
import type { RequestId } from '@ledgate/domain/shared/ids';
import { type Quota, ZERO } from '@ledgate/domain/shared/quota';
import type { PoolClient } from 'pg';
import { accountOf } from '../balances/balance-change.ts';
import {
  drawsOf,
  drawsText,
  type MoneyMoved,
  type NamedLot,
  requestChangedBy,
  WalletFold,
} from '../lots/wallet-fold.ts';
import type { Generation } from '../schema/generations.ts';
import { rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';

type Rows = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** An account in a page of events. */
type Known = { readonly lots: Map<number, NamedLot>; open: readonly Lot[]; debt: Quota };

/** Folds the wallet of every account anew. What requests have drawn it reads where it is changed, from rows that it has compared before. */
export class WalletCheck {
  readonly #client: PoolClient;
  readonly #schema: string;
  readonly #accounts = new Map<number, Known>();
  /** Of requests that were changed, by account and request, as text. */
  readonly #changed = new Map<string, { readonly userId: number; readonly requestId: RequestId; draws: string }>();

  constructor(client: PoolClient, { schema }: Generation) {
    this.#client = client;
    this.#schema = schema;
  }

  /** What each event of a page moves, by position. */
  async moved(events: readonly Recorded[], after: number): Promise<ReadonlyMap<number, MoneyMoved>> {
    const moved = new Map<number, MoneyMoved>();
    for (const [userId, of] of byAccount(events)) {
      const known = this.#accounts.get(userId) ?? { lots: new Map<number, NamedLot>(), open: [], debt: ZERO };
      this.#accounts.set(userId, known);
      const changed = new Set(of.flatMap((event) => requestChangedBy(event) ?? []));
      const fold = new WalletFold({
        lots: known.open,
        debt: known.debt,
        draws: changed.size === 0 ? new Map() : await this.#drawsOf(userId, known, changed, after),
      });
      for (const event of of) {
        const step = fold.add(event);
        moved.set(event.position, step.moved);
        for (const { lot } of step.filled) known.lots.set(lot.name, lot);
      }
      known.open = fold.lots;
      known.debt = fold.debt;
      for (const requestId of changed)
        this.#changed.set(`${userId}/${requestId}`, { userId, requestId, draws: drawsText(fold.drawsOf(requestId)) });
    }
    return moved;
  }

  /** Rows of the table of lots, by account and name. */
  lots(): Rows {
    return this.#rows(({ lots }) =>
      [...lots].map(([name, { kind, expiresAtMs, of }]) => [name, { kind, expires_ms: expiresAtMs, credited_by: of }]),
    );
  }

  openLots(): Rows {
    return this.#rows(({ open }) => open.map(({ name, rest }) => [name, { rest }]));
  }

  requestDraws(): Rows {
    return new Map([...this.#changed].map(([key, { draws }]) => [key, { draws }]));
  }

  #rows(of: (known: Known) => readonly (readonly [name: number, row: Readonly<Record<string, unknown>>])[]): Rows {
    const all = new Map<string, Readonly<Record<string, unknown>>>();
    for (const [userId, known] of this.#accounts)
      for (const [name, row] of of(known)) all.set(`${userId}/${name}`, row);
    return all;
  }

  async #drawsOf(
    userId: number,
    { lots }: Known,
    requestIds: ReadonlySet<RequestId>,
    after: number,
  ): Promise<ReadonlyMap<RequestId, readonly Draw[]>> {
    const found = new Map<RequestId, string>();
    const charged = await rows<{ requestId: RequestId; draws: string }>(
      this.#client,
      query(`${this.#schema}.ledger_entries`)
        .select({ requestId: 'reference', draws: 'draws' })
        .where({ user_id: userId })
        .whereIn('reference', [...requestIds])
        .whereNot('reference', '')
        .whereNotNull('draws')
        .where('position', '<=', after),
    );
    for (const { requestId, draws } of charged) found.set(requestId, draws);
    for (const requestId of requestIds) {
      const changed = this.#changed.get(`${userId}/${requestId}`);
      if (changed !== undefined) found.set(requestId, changed.draws);
    }
    const draws = new Map<RequestId, readonly Draw[]>();
    for (const [requestId, text] of found) {
      const known = asDraws(text, lots);
      if (known !== undefined) draws.set(requestId, known);
    }
    return draws;
  }
}

function byAccount(events: readonly Recorded[]): ReadonlyMap<number, readonly Recorded[]> {
  const accounts = new Map<number, Recorded[]>();
  for (const recorded of events) {
    const accountId = movesWallet(recorded.event.type) ? accountOf(recorded) : undefined;
    if (accountId === undefined) continue;
    const of = accounts.get(accountId);
    if (of === undefined) accounts.set(accountId, [recorded]);
    else of.push(recorded);
  }
  return accounts;
}

/** undefined for a row that was found wrong where it stands. */
function asDraws(text: string, lots: ReadonlyMap<number, NamedLot>): readonly Draw[] | undefined {
  try {
    return drawsOf(text, lots);
  } catch {
    return undefined;
  }
}
