import { differenceBetween } from './difference.ts';
import { type Ledger, type MovableEvent, nameOf } from './ledger.ts';
import { type LedgerSummary, summaryOf } from './ledger-summary.ts';
import { DIFFERENCES_TOLD_MAX } from './limits.ts';

export type Comparison = {
  /** Empty when the ledgers agree: in the number of events, in each stream's digest, in the order of all events, and in every account's balance. */
  readonly differences: readonly string[];
  readonly expected: LedgerSummary;
  readonly found: LedgerSummary;
};

/** Reads both ledgers to their ends, each by itself, and names what differs. Throws LedgersDiffer for an event that cannot be read. */
export async function compareLedgers(expected: Ledger, found: Ledger, onEvents?: (events: number) => void): Promise<Comparison> {
  const [one, other] = await Promise.all([summaryOf(expected), summaryOf(found, onEvents)]);
  const differences = [...summaryDifferences(one, other)];
  if (differences.length > 0) differences.unshift(await firstDifference(expected, found) ?? 'the ledgers changed while they were compared');
  const told = differences.slice(0, DIFFERENCES_TOLD_MAX);
  if (differences.length > told.length) told.push(`and ${differences.length - told.length} differences more`);
  return { differences: told, expected: one, found: other };
}

function* summaryDifferences(expected: LedgerSummary, found: LedgerSummary): Generator<string> {
  if (expected.events !== found.events) yield `${expected.events} events are expected and ${found.events} are there`;
  for (const name of new Set([...expected.streams.keys(), ...found.streams.keys()])) {
    const [one, other] = [expected.streams.get(name), found.streams.get(name)];
    if (one?.events !== other?.events) yield `stream ${name}: ${one?.events ?? 0} events are expected and ${other?.events ?? 0} are there`;
    else if (one?.digest !== other?.digest) yield `stream ${name}: digest ${one?.digest} is expected and is ${other?.digest}`;
  }
  for (const account of new Set([...expected.balances.keys(), ...found.balances.keys()])) {
    const [one, other] = [expected.balances.get(account) ?? 0n, found.balances.get(account) ?? 0n];
    if (one !== other) yield `trial balance, ${account}: ${one} is expected and is ${other}`;
  }
  if (expected.digest !== found.digest) yield 'the events or their order differ';
}

/** The first place at which two ledgers differ. */
export async function firstDifference(expected: Ledger, found: Ledger): Promise<string | undefined> {
  const others = eventsOf(found);
  try {
    for await (const event of eventsOf(expected)) {
      const { value: other } = await others.next();
      if (other === undefined) return `${nameOf(event)} is missing`;
      const difference = differenceBetween(event, other);
      if (difference !== undefined) return difference;
    }
    const { value: more } = await others.next();
    return more === undefined ? undefined : `${nameOf(more)} should not be there`;
  } finally {
    await others.return(undefined);
  }
}

async function* eventsOf(ledger: Ledger): AsyncGenerator<MovableEvent, undefined> {
  for await (const page of ledger.pages()) yield* page;
  return undefined;
}
