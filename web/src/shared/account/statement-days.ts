import type { StatementEntry } from './account-api.ts';

/** A line of the statement: one entry, or a day's charges together. `balance` is the one after the line. */
export type StatementLine =
  | { readonly kind: 'entry'; readonly entry: StatementEntry; readonly balance: number }
  | {
      readonly kind: 'charges';
      readonly charges: readonly StatementEntry[];
      readonly amount: number;
      readonly balance: number;
    };

/** `day` is '' of what came before anything was posted. */
export type StatementDay = { readonly day: string; readonly lines: readonly StatementLine[]; readonly closing: number };

const line = (run: readonly StatementEntry[]): StatementLine[] => {
  const last = run.at(-1);
  if (!last) return [];
  return [
    { kind: 'charges', charges: run, amount: run.reduce((sum, { amount }) => sum + amount, 0), balance: last.balance },
  ];
};

/**
 * Entries, oldest first, by the day in which they count. Charges that follow one another are one line, so that a day of a thousand calls stays
 * readable and every line's running balance is still the ledger's. What is marked is a line of its own.
 */
export function statementDays(
  entries: readonly StatementEntry[],
  marked: ReadonlySet<number> = new Set(),
): readonly StatementDay[] {
  const days: { day: string; lines: StatementLine[]; closing: number }[] = [];
  let run: StatementEntry[] = [];
  const flush = (): void => {
    days.at(-1)?.lines.push(...line(run));
    run = [];
  };
  for (const entry of entries) {
    const { day } = entry;
    if (days.at(-1)?.day !== day) {
      flush();
      days.push({ day, lines: [], closing: entry.balance });
    }
    const current = days.at(-1);
    if (!current) continue;
    current.closing = entry.balance;
    if (entry.kind === 'charge' && !marked.has(entry.position)) run.push(entry);
    else {
      flush();
      current.lines.push({ kind: 'entry', entry, balance: entry.balance });
    }
  }
  flush();
  return days;
}
