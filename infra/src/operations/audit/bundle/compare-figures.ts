import { decode } from '@ledgate/domain/events/codec';
import type { EventId } from '@ledgate/domain/shared/ids';
import type { Position, Revision } from '@ledgate/domain/ports/event-store';
import { BUNDLED_COLUMNS } from '@ledgate/projections/exports/bundled-columns';
import { MOVED_BY, type RowsOfEvent, rowsOfEvent } from '@ledgate/projections/exports/rows-of-event';
import { z } from 'zod';
import { type Bytes, linesOf } from '../bytes.ts';
import { jsonIn } from '../json.ts';
import type { Faults } from '../faults.ts';
import { withPrivate } from '../private-part.ts';
import { ComparedFile } from './compared-file.ts';
import type { Manifest } from './manifest.ts';

const leafSchema = z.object({
  index: z.number(),
  position: z.number(),
  event: z.object({
    data: z.record(z.string(), z.unknown()),
    id: z.string(),
    metadata: z.record(z.string(), z.string()),
    recordedAt: z.string(),
    revision: z.number(),
    stream: z.string(),
    type: z.string(),
  }),
  private: z.unknown(),
});

type Movement = (typeof MOVED_BY)[keyof typeof MOVED_BY][number];
const NAMES = [...MOVED_BY.credits, ...MOVED_BY.charges];

type OfUser = { requests: number; moved: boolean; readonly sums: Record<Movement, number> };
type OfAccount = { debit: number; credit: number };

/**
 * The CSV files of a bundle against what its events post, row by row and account by account: memory grows with the accounts alone. Where a period does not
 * begin with the first event its openings are those of the one before, and are not in it. Throws WrittenByLaterRelease for an event that this release cannot
 * read.
 */
export function compareFigures(file: (name: string) => Bytes, manifest: Manifest, faults: Faults): void {
  const compared = (name: keyof typeof BUNDLED_COLUMNS) =>
    new ComparedFile(name, file(name), BUNDLED_COLUMNS[name], faults);
  const [charges, credits, journal] = [compared('charges.csv'), compared('credits.csv'), compared('journal.csv')];
  const users = new Map<number, OfUser>();
  const accounts = new Map<string, OfAccount>();
  for (const { text } of linesOf(file('events.jsonl'))) {
    const parsed = leafSchema.safeParse(jsonIn(text));
    if (!parsed.success) continue;
    const { index, position, event, private: hidden } = parsed.data;
    const data = withPrivate(event.data, hidden);
    const recorded = decode({
      ...event,
      id: event.id as EventId,
      revision: event.revision as Revision,
      position: position as Position,
      data: JSON.stringify(data),
    });
    const expected = rowsOfEvent(recorded);
    for (const row of expected.journal) journal.take(row, index);
    for (const row of expected.charges) charges.take(row, index);
    for (const row of expected.credits) credits.take(row, index);
    addTo(accounts, expected);
    addMovement(users, expected);
  }
  for (const one of [charges, credits, journal]) one.end();
  compareStatements(compared('statements.csv'), users, manifest);
  compareBalances(compared('trial_balance.csv'), accounts, manifest, faults);
  compareTotals(manifest, { charges, credits, journal }, faults);
}

function addTo(accounts: Map<string, OfAccount>, { lines }: RowsOfEvent): void {
  for (const { account, amount } of lines) {
    const sums = accounts.get(account) ?? { debit: 0, credit: 0 };
    if (amount < 0) sums.debit += amount;
    else sums.credit += amount;
    accounts.set(account, sums);
  }
}

function addMovement(users: Map<number, OfUser>, { userId, walletUnits, movements, isRequest }: RowsOfEvent): void {
  if (userId === null || movements.length === 0) return;
  const none = () => Object.fromEntries(NAMES.map((name) => [name, 0])) as Record<Movement, number>;
  const user = users.get(userId) ?? { requests: 0, moved: false, sums: none() };
  for (const [name, units] of movements) user.sums[name] += units;
  user.moved ||= walletUnits !== 0;
  user.requests += isRequest ? 1 : 0;
  users.set(userId, user);
}

function compareStatements(file: ComparedFile, users: Map<number, OfUser>, { first_index: first }: Manifest): void {
  for (; file.row !== undefined; file.pass()) {
    const userId = Number(file.row.get('user_id'));
    const user = users.get(userId);
    const opening = first === 0 ? 0 : Number(file.row.get('opening_units'));
    const sum = (names: readonly Movement[]) => names.reduce((total, name) => total + (user?.sums[name] ?? 0), 0);
    const [credited, used] = [sum(MOVED_BY.credits), sum(MOVED_BY.charges)];
    const closing = opening + credited + used;
    const moved = Object.fromEntries(NAMES.map((name) => [`${name}_units`, user?.sums[name] ?? 0]));
    file.compare({
      account: `user:${userId}`,
      opening_units: opening,
      ...moved,
      closing_units: closing,
      requests: user?.requests ?? 0,
    });
    file.compareMoney('opening', opening);
    file.compareMoney('credits', credited);
    file.compareMoney('charges', used);
    file.compareMoney('closing', closing);
    users.delete(userId);
  }
  for (const [userId, { moved }] of users) if (moved) file.tell(`a row for user ${userId}`, 'none');
}

function compareBalances(
  file: ComparedFile,
  accounts: Map<string, OfAccount>,
  { first_index: first, totals }: Manifest,
  faults: Faults,
): void {
  const told = totals.accounts.values();
  for (; file.row !== undefined; file.pass()) {
    const account = file.row.get('account') ?? '';
    const { debit, credit } = accounts.get(account) ?? { debit: 0, credit: 0 };
    const opening = first === 0 ? 0 : Number(file.row.get('opening_units'));
    const sums = {
      opening_units: opening,
      debit_units: debit,
      credit_units: credit,
      closing_units: opening + debit + credit,
    };
    file.compare(sums);
    for (const [name, units] of [
      ['opening', opening],
      ['debits', debit],
      ['credits', credit],
      ['closing', sums.closing_units],
    ] as const)
      file.compareMoney(name, units);
    const said = told.next().value;
    const expected = JSON.stringify({ account, ...sums });
    const { account: saidAccount, opening_units, debit_units, credit_units, closing_units } = said ?? NO_ACCOUNT;
    const seen = JSON.stringify({ account: saidAccount, opening_units, debit_units, credit_units, closing_units });
    if (seen !== expected) faults.add({ kind: 'manifest', file: 'manifest.json', expected, seen });
    accounts.delete(account);
  }
  for (const account of accounts.keys()) file.tell(`a row for ${account}`, 'none');
  const left = [...told].length;
  if (left > 0)
    faults.add({
      kind: 'manifest',
      file: 'manifest.json',
      expected: 'the accounts of trial_balance.csv',
      seen: `${left} more`,
    });
}

const NO_ACCOUNT = { account: '', opening_units: 0, debit_units: 0, credit_units: 0, closing_units: 0 };

type Files = Readonly<Record<'charges' | 'credits' | 'journal', ComparedFile>>;

function compareTotals({ totals, files }: Manifest, { charges, credits, journal }: Files, faults: Faults): void {
  const rowsOf = (name: string) => files.find((file) => file.name === name)?.rows;
  const pairs = [
    ['totals.charges', charges.count, totals.charges],
    ['totals.charge_units', charges.units, totals.charge_units],
    ['totals.credit_units', credits.units, totals.credit_units],
    ['rows of charges.csv', charges.count, rowsOf('charges.csv')],
    ['rows of credits.csv', credits.count, rowsOf('credits.csv')],
    ['rows of journal.csv', journal.count, rowsOf('journal.csv')],
  ] as const;
  for (const [name, expected, seen] of pairs)
    if (expected !== seen)
      faults.add({ kind: 'manifest', file: 'manifest.json', expected: `${name} ${expected}`, seen: `${name} ${seen}` });
}
