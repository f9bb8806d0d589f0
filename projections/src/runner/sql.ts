import type { Columns } from './column-table.ts';

/** Inserts as many rows as its parameters, an array literal a column, have values. Made once, when the program starts. */
export function insertInto(table: string, columns: Columns<never>): string {
  const all = Object.values(columns);
  const arrays = all.map(({ type }, index) => `$${index + 1}::${type}[]`);
  return `insert into ${table} (${all.map(({ name }) => name).join(', ')}) select * from unnest(${arrays.join(', ')})`;
}

/** Begins a transaction that commits without waiting for the disk; the last result is that of the checkpoints. */
export const lockCheckpointsOf = (schema: string, partitions: readonly number[]): string => `
  begin; set local synchronous_commit to off;
  select partition, position, retired from ${schema}.checkpoints where partition in (${partitions.join(', ')})
  order by partition for update`;

/** ... and ends it. @param moved partitions with the positions that they have now */
export const storePositions = (
  schema: string,
  moved: readonly (readonly [partition: number, position: number])[],
): string => `
  update ${schema}.checkpoints c set position = moved.position
  from (values ${moved.map((each) => `(${each.join(', ')})`).join(', ')}) moved (partition, position)
  where c.partition = moved.partition; commit`;
