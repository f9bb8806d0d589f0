import { readFileSync } from 'node:fs';

// A naive program that reads journal.jsonl alone, as anybody may write one, and imports nothing of this project; for tests.

type Row = {
  readonly position: number;
  readonly type: string;
  readonly time: string;
  readonly account: string;
  readonly units: number;
};
type Range = { readonly fromS: number; readonly toS: number };
type Sums = { opening: number; debit: number; credit: number; closing: number };

const CREDITS = ['QuotaGranted', 'QuotaToppedUp', 'RedemptionCredited', 'QuotaReversed', 'CreditExpired'];
const CHARGES = ['ConsumptionRecorded', 'LateConsumptionRecorded'];
const CHANGES = ['ConsumptionCorrected', 'SuspenseSettled', 'ConsumptionRerated'];

export class NaiveJournal {
  readonly #rows: readonly Row[];

  constructor(path: string) {
    const lines = readFileSync(path, 'utf8').split('\n');
    this.#rows = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
  }

  /** The first position of a line with a time at or after another. */
  #beginning(atS: number): number {
    return this.#rows.find(({ time }) => Date.parse(time) >= atS * 1_000)?.position ?? Infinity;
  }

  #in({ fromS, toS }: Range): { readonly before: readonly Row[]; readonly within: readonly Row[] } {
    const [from, end] = [this.#beginning(fromS), this.#beginning(toS)];
    return {
      before: this.#rows.filter(({ position }) => position < from),
      within: this.#rows.filter(({ position }) => position >= from && position < end),
    };
  }

  positions(range: Range): readonly number[] {
    return [...new Set(this.#in(range).within.map(({ position }) => position))];
  }

  balance(user: number, beforeS: number): number {
    const end = this.#beginning(beforeS);
    return sum(this.#rows.filter(({ position, account }) => position < end && account === `user:${user}:wallet`));
  }

  trialBalance(range: Range): Readonly<Record<string, Sums>> {
    const sums: Record<string, Sums> = {};
    const { before, within } = this.#in(range);
    for (const { account, units } of before) sumsOf(account).opening += units;
    for (const { account, units } of within) sumsOf(account)[units < 0 ? 'debit' : 'credit'] += units;
    for (const each of Object.values(sums)) each.closing = each.opening + each.debit + each.credit;
    return sums;

    function sumsOf(account: string): Sums {
      return (sums[account] ??= { opening: 0, debit: 0, credit: 0, closing: 0 });
    }
  }

  /** What moved wallets, by user. */
  statements(range: Range): Readonly<Record<number, Readonly<Record<string, number>>>> {
    const { before, within } = this.#in(range);
    const wallets = [...before, ...within].flatMap(({ account }) => /^user:(\d+):wallet$/u.exec(account)?.[1] ?? []);
    const told = [...new Set(wallets)].map((user) => {
      const own = within.filter(({ account }) => account === `user:${user}:wallet`);
      const of = (types: readonly string[]): number => sum(own.filter(({ type }) => types.includes(type)));
      const opening = sum(before.filter(({ account }) => account === `user:${user}:wallet`));
      const figures = {
        opening,
        credits: of([...CREDITS, 'InviteEarningsTransferred']),
        adjustments: of(['QuotaAdjusted']),
        charges: of(CHARGES),
        corrections: of(CHANGES),
        refunds: of(['ConsumptionRefunded']),
        closing: opening + sum(own),
      };
      return { user: Number(user), moved: own.length > 0 || opening !== 0, figures };
    });
    return Object.fromEntries(told.filter(({ moved }) => moved).map(({ user, figures }) => [user, figures]));
  }

  /** What charges, late records, corrections, settlements and re-rates posted to revenue and suspense together. */
  charged(range: Range): number {
    const { within } = this.#in(range);
    return sum(
      within.filter(
        ({ account, type }) => ['revenue', 'suspense'].includes(account) && [...CHARGES, ...CHANGES].includes(type),
      ),
    );
  }
}

const sum = (rows: readonly Row[]): number => rows.reduce((total, { units }) => total + units, 0);

/** The first instants of local days, Unix seconds, of those that a time of UTC up to so many days later may lie in. */
export function midnights(zone: string, firstS: number, days: number): readonly number[] {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  const dayOf = (atS: number): string => format.format(atS * 1_000);
  const found: number[] = [];
  for (let atS = firstS; atS < firstS + days * 86_400; atS += 900) if (dayOf(atS) !== dayOf(atS - 900)) found.push(atS);
  return found;
}
