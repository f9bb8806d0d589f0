import type { ClosedPeriod } from '@ledgate/domain/books/decide';
import { decode, type Recorded } from '@ledgate/domain/events/codec';
import { WrittenByLaterRelease } from '@ledgate/domain/events/written-by-later-release';
import { type EventStore, type RecordedEvent, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { USE_TYPES } from '../exports/charges/charge-row.ts';
import { CREDIT_TYPES } from '../exports/credits/credit-row.ts';
import { ledgerEntryOf } from '../ledger/ledger-entry-of.ts';
import { PeriodBook } from '../periods/period-book.ts';
import { beginsAt } from '../times/begins-at.ts';
import type { Findings } from './finding.ts';

/** Of all events before a place. Units are exact: over all accounts they are not bounded. `root`: base64. */
type Told = {
  readonly size: number;
  readonly root: string;
  readonly charges: number;
  readonly chargeUnits: bigint;
  readonly creditUnits: bigint;
};
type Begun = Pick<ClosedPeriod, 'periodId' | 'revision' | 'start' | 'end' | 'zone'>;
type Tree = { readonly size: number; readonly root: string };

/** -1 also of what cannot be read, which is a finding of its own. */
function beginsOf(stored: RecordedEvent): number {
  try {
    return beginsAt(decode(stored)) ?? -1;
  } catch {
    return -1;
  }
}

/** None where the books cannot be read: their events, or those of what they close, are findings then. */
async function readable(store: Pick<EventStore, 'readStream'>): ReturnType<PeriodBook['read']> {
  try {
    return await new PeriodBook(store).read();
  } catch (error) {
    if (error instanceof WrittenByLaterRelease || error instanceof StoreUnavailable) throw error;
    return [];
  }
}

const USES: ReadonlySet<string> = new Set(USE_TYPES);
const CREDITS: ReadonlySet<string> = new Set(CREDIT_TYPES);

/**
 * Closes of periods against the ledger (docs/ledger.md#periods): of each the root, the size and the sums of its range are reckoned anew. Where periods begin
 * and end is known before the ledger is read, so that nothing is kept but what stood there.
 */
export class PeriodCheck {
  readonly #findings: Pick<Findings, 'add'>;
  readonly #tree: () => Tree;
  /** Unix seconds, ascending, of those that are still to come. */
  #borders: readonly number[] = [];
  readonly #told = new Map<number, Told>();
  /** By the last PeriodEnded: nothing else of periods happens before what it begins is closed. */
  #begun: Begun | undefined;
  #charges = 0;
  #chargeUnits = 0n;
  #creditUnits = 0n;

  /** @param tree of the events that were passed so far */
  constructor(findings: Pick<Findings, 'add'>, tree: () => Tree) {
    this.#findings = findings;
    this.#tree = tree;
  }

  /** Before the first event of the ledger. Throws StoreUnavailable. */
  async begin(store: Pick<EventStore, 'readStream'>): Promise<void> {
    const periods = await readable(store);
    const borders = new Set(periods.flatMap(({ start, end }) => [start, end]));
    this.#borders = [...borders].sort((one, other) => one - other);
    while (this.#borders[0] !== undefined && this.#borders[0] <= 0) this.#pass(this.#borders[0]);
  }

  /** The next event, before its leaf is in the tree. */
  place(stored: RecordedEvent): void {
    const [border] = this.#borders;
    if (border === undefined || (Date.parse(stored.recordedAt) < border * 1_000 && stored.type !== 'PeriodEnded'))
      return;
    const beginsMs = beginsOf(stored);
    for (let next = this.#borders[0]; next !== undefined && next * 1_000 <= beginsMs; next = this.#borders[0])
      this.#pass(next);
  }

  #pass(border: number): void {
    this.#borders = this.#borders.slice(1);
    this.#told.set(border, {
      ...this.#tree(),
      charges: this.#charges,
      chargeUnits: this.#chargeUnits,
      creditUnits: this.#creditUnits,
    });
  }

  /** The same event, of what it says. */
  add(recorded: Recorded): void {
    const { event, position } = recorded;
    if (event.type === 'PeriodEnded') this.#began(event.data);
    if (event.type === 'PeriodClosed' && event.data.periodId !== null) this.#closed(event.data, position);
    const isUse = USES.has(event.type);
    if (!isUse && !CREDITS.has(event.type)) return;
    const entry = ledgerEntryOf(recorded);
    if (entry === undefined) return;
    if (isUse) {
      this.#charges += entry.amount !== 0 || entry.reference !== '' ? 1 : 0;
      this.#chargeUnits -= BigInt(entry.amount);
    } else this.#creditUnits += BigInt(entry.amount);
  }

  #began({ periodId, start, end, zone }: Omit<Begun, 'revision'>): void {
    const revision = (this.#begun?.periodId === periodId ? this.#begun.revision : 0) + 1;
    this.#begun = { periodId, revision, start, end, zone };
  }

  #closed(
    { periodId, revision, start, end, zone, firstIndex, size, root, totals }: ClosedPeriod,
    position: number,
  ): void {
    const [before, upTo] = [this.#told.get(start), this.#told.get(end)];
    const subject = `${periodId}, revision ${revision}`;
    const place = { place: { position } };
    if (before === undefined || upTo === undefined) {
      this.#findings.add('period', subject, 'a range that ended before', 'none', place);
      return;
    }
    const begun = this.#begun;
    const compared: readonly (readonly [string, unknown, unknown, boolean])[] = [
      ['periodId', begun?.periodId, periodId, false],
      ['revision', begun?.revision, revision, false],
      ['start', begun?.start, start, false],
      ['end', begun?.end, end, false],
      ['zone', begun?.zone, zone, false],
      ['firstIndex', before.size, firstIndex, false],
      ['size', upTo.size, size, false],
      ['root', upTo.root, root, false],
      ['events', upTo.size - before.size, totals.events, false],
      ['charges', upTo.charges - before.charges, totals.charges, false],
      ['chargeUnits', upTo.chargeUnits - before.chargeUnits, totals.chargeUnits, true],
      ['creditUnits', upTo.creditUnits - before.creditUnits, totals.creditUnits, true],
    ];
    for (const [field, expected, seen, amount] of compared)
      if (String(expected) !== String(seen))
        this.#findings.add('period', `${subject}, ${field}`, expected, seen, { ...place, field, amount });
  }
}
