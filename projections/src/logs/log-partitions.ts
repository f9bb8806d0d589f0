import { ADVISORY_LOCKS } from '../shared/advisory-locks.ts';
import type { BatchWriter } from '../runner/batch-writer.ts';
import type { Generation } from '../schema/generations.ts';

/** Months outside these years are kept in the partition for all others: a clock that wrong must not make partitions. */
const FIRST_YEAR = 2020;
const LAST_YEAR = 2099;

type Month = { readonly year: number; readonly month: number };

/** The months that have a partition, as far as the holder of the generation has seen. */
const known = new WeakMap<Generation, ReadonlySet<string>>();

const nameOf = ({ year, month }: Month): string => `log_rows_${year}${String(month + 1).padStart(2, '0')}`;

/**
 * Makes the partitions that rows at these times need, within the batch's transaction. Attached rather than created as partitions: attaching
 * lets readers of the table go on. One process at a time makes a partition of a generation; others then find it there. One of an earlier release holds
 * another lock: what it makes meanwhile is found when Postgres, which waits for its transaction, refuses the second. Answers what to call once the
 * transaction is committed.
 */
export async function ensurePartitions(writer: BatchWriter, times: Iterable<number>): Promise<() => void> {
  const { generation } = writer;
  const seen = known.get(generation) ?? new Set<string>();
  const wanted = new Map<string, Month>();
  for (const atMs of times) {
    const date = new Date(atMs);
    const month = { year: date.getUTCFullYear(), month: date.getUTCMonth() };
    if (month.year < FIRST_YEAR || month.year > LAST_YEAR || seen.has(nameOf(month))) continue;
    wanted.set(nameOf(month), month);
  }
  for (const [name, { year, month }] of wanted) {
    const [from, to] = [Date.UTC(year, month), Date.UTC(year, month + 1)];
    await writer.define(`
      do $partition$ begin
        perform pg_advisory_xact_lock(${ADVISORY_LOCKS.logPartitions}, ${generation.number});
        if to_regclass('@rm.${name}') is null then
          create table @rm.${name} (like @rm.log_rows including defaults including constraints);
          alter table @rm.${name} add constraint in_month check (at_ms >= ${from} and at_ms < ${to});
          alter table @rm.log_rows attach partition @rm.${name} for values from (${from}) to (${to});
        end if;
      exception when unique_violation or duplicate_table then
        if to_regclass('@rm.${name}') is null then raise; end if;
      end $partition$`);
  }
  return () => known.set(generation, new Set([...seen, ...wanted.keys()]));
}
