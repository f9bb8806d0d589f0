import { differenceBetween } from './difference.ts';
import { type Ledger, nameOf } from './ledger.ts';
import { LedgerSummary, summaryOf } from './ledger-summary.ts';
import { DIFFERENCES_TOLD_MAX } from './limits.ts';
import { type Pair, sideBySide } from './side-by-side.ts';

type Comparison = {
  /** Empty when the ledgers agree: in the number of events, in each stream's digest, in the order of all events, and in every account's balance. */
  readonly differences: readonly string[];
  /** Of the first ledger; of both where they agree. */
  readonly summary: LedgerSummary;
};

/**
 * Reads two ledgers beside each other. As long as each pair of events is the same, one digest holds for both. Otherwise each is summed up by itself, and
 * what differs is named, the first event first. Throws LedgersDiffer for an event that cannot be read.
 */
export async function compareLedgers(
  expected: Ledger,
  found: Ledger,
  onEvents: (events: number) => void = () => undefined,
): Promise<Comparison> {
  const summary = new LedgerSummary();
  for await (const pairs of sideBySide(expected, found)) {
    for (const pair of pairs) {
      const first = differenceOf(pair);
      if (first !== undefined) return differing(first, await Promise.all([summaryOf(expected), summaryOf(found)]));
      if (pair[0] !== undefined) summary.add(pair[0]);
    }
    onEvents(summary.events);
  }
  return { differences: [], summary };
}

function differing(first: string, [expected, found]: readonly [LedgerSummary, LedgerSummary]): Comparison {
  const differences = [first, ...summaryDifferences(expected, found)];
  const told = differences.slice(0, DIFFERENCES_TOLD_MAX);
  if (differences.length > told.length) told.push(`and ${differences.length - told.length} differences more`);
  return { differences: told, summary: expected };
}

function differenceOf([one, other]: Pair): string | undefined {
  if (one !== undefined && other !== undefined) return differenceBetween(one, other);
  if (one !== undefined) return `${nameOf(one)} is missing`;
  return other === undefined ? undefined : `${nameOf(other)} should not be there`;
}

function* summaryDifferences(expected: LedgerSummary, found: LedgerSummary): Generator<string> {
  if (expected.events !== found.events) yield `${expected.events} events are expected and ${found.events} are there`;
  for (const name of new Set([...expected.streams.keys(), ...found.streams.keys()])) {
    const [one, other] = [expected.streams.get(name), found.streams.get(name)];
    if (one?.events !== other?.events)
      yield `stream ${name}: ${one?.events ?? 0} events are expected and ${other?.events ?? 0} are there`;
    else if (one?.digest !== other?.digest)
      yield `stream ${name}: digest ${one?.digest} is expected and is ${other?.digest}`;
  }
  for (const account of new Set([...expected.balances.keys(), ...found.balances.keys()])) {
    const [one, other] = [expected.balances.get(account) ?? 0n, found.balances.get(account) ?? 0n];
    if (one !== other) yield `trial balance, ${account}: ${one} is expected and is ${other}`;
  }
  if (expected.digest !== found.digest) yield 'the events or their order differ';
}
