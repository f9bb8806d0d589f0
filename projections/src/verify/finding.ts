import type { FindingScope } from '@ledgate/domain/catalogue/finding-scopes';
import { VERIFY_FINDINGS_MAX } from '../limits.ts';

/** What a finding says of itself in a line for a terminal: `log row`. */
type Words<Name extends string> = Name extends `${infer First}_${infer Rest}` ? `${First} ${Rest}` : Name;

/** Whose it is and where it stands, as far as that is known. */
type Place = {
  readonly userId?: number;
  readonly tokenId?: number;
  readonly channelId?: number;
  readonly codeId?: number;
  readonly requestId?: string;
  readonly position?: number;
  /** Of the chart: `user:7:wallet`. */
  readonly account?: string;
};

/** One place where the books are not true. */
export type Finding = {
  readonly kind: Words<FindingScope>;
  /** Which one: `account 2`, `till-a@5`, `position 17 (request r3)`. */
  readonly subject: string;
  readonly expected: string;
  readonly seen: string;
  readonly place: Place;
  /** The column or member that differs; '' where a whole row or event does. */
  readonly field: string;
  /** Quota units, seen less expected, as digits; null where it is no amount. */
  readonly amount: string | null;
  /** The ledger contradicts itself: no other read models would cure it. */
  readonly inLedger: boolean;
};

/** What is known of a finding beside its texts. `amount`: true where both texts are quota units, else by how much. */
type About = {
  readonly place?: Place;
  readonly field?: string;
  readonly amount?: boolean | bigint;
  readonly inLedger?: boolean;
};

/** As one line for a terminal. */
export const findingText = ({ kind, subject, expected, seen }: Finding): string =>
  `${kind} ${subject}: expected ${expected}, seen ${seen}`;

export const scopeOf = ({ kind }: Pick<Finding, 'kind'>): FindingScope => kind.replaceAll(' ', '_') as FindingScope;

/** Of these the ledger alone is looked at. */
const LEDGER_KINDS: ReadonlySet<Finding['kind']> = new Set(['event', 'stream', 'account']);
const WHOLE = /^-?\d+$/u;

/** Keeps the first findings and counts the rest. */
export class Findings {
  readonly #found: Finding[] = [];
  #count = 0;

  add(kind: Finding['kind'], subject: string, expected: unknown, seen: unknown, about: About = {}): void {
    this.#count += 1;
    if (this.#found.length >= VERIFY_FINDINGS_MAX) return;
    const { place = {}, field = '', amount = false, inLedger = LEDGER_KINDS.has(kind) } = about;
    const texts = { expected: String(expected), seen: String(seen) };
    this.#found.push({ kind, subject, ...texts, place, field, amount: difference(texts, amount), inLedger });
  }

  /** For what compares the ledger with itself. */
  ofLedger(): Pick<Findings, 'add'> {
    return {
      add: (kind, subject, expected, seen, about) =>
        this.add(kind, subject, expected, seen, { ...about, inLedger: true }),
    };
  }

  /** The last one tells how many were left out. */
  all(): readonly Finding[] {
    const left = this.#count - this.#found.length;
    return left === 0
      ? this.#found
      : [
          ...this.#found,
          {
            kind: 'event',
            subject: 'and others',
            expected: 'no difference',
            seen: `${left} further differences`,
            place: {},
            field: '',
            amount: null,
            inLedger: false,
          },
        ];
  }
}

function difference({ expected, seen }: Pick<Finding, 'expected' | 'seen'>, amount: boolean | bigint): string | null {
  if (typeof amount === 'bigint') return String(amount);
  return amount && WHOLE.test(expected) && WHOLE.test(seen) ? String(BigInt(seen) - BigInt(expected)) : null;
}

/** Columns of the read models that are quota units. */
const AMOUNTS: ReadonlySet<string> = new Set([
  'amount',
  'balance_after',
  'consumed',
  'credits',
  'debits',
  'earnings',
  'late',
  'limit_quota',
  'paid',
  'promotional',
  'quota',
  'refunds',
  'rest',
  'till_charges',
  'total',
  'used_quota',
]);

/** What is said of one column of a row. */
export const ofColumn = (field: string, place: Place): About => ({ field, place, amount: AMOUNTS.has(field) });

/** Of the chart: whose it is. */
export function placeOfAccount(account: string): Place {
  const [, userId] = /^user:(\d+):/u.exec(account) ?? [];
  return userId === undefined ? { account } : { account, userId: Number(userId) };
}

export type { Place };
