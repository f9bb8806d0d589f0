/** The value below which `share` of the values lie. 0 for none. */
export const quantile = (values: readonly number[], share: number): number => {
  const ascending = values.toSorted((one, other) => one - other);
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? 0;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export type Spread = { readonly min: number; readonly median: number; readonly max: number };

export const spreadOf = (values: readonly number[]): Spread => ({
  min: Math.min(...values),
  median: median(values),
  max: Math.max(...values),
});

/** One thing against another, pair by pair: what the machine does besides changes both of a pair. */
export const ratios = (values: readonly number[], others: readonly number[]): Spread =>
  spreadOf(values.map((value, index) => value / (others[index] ?? value)));

/** The same by how much. */
export const differences = (values: readonly number[], others: readonly number[]): Spread =>
  spreadOf(values.map((value, index) => value - (others[index] ?? value)));

/** Runs every measurement once a round, in turn: A B A B. The answer has a row of results for each measurement. */
export async function interleaved<Result>(
  measurements: readonly (() => Promise<Result>)[],
  rounds: number,
): Promise<readonly (readonly Result[])[]> {
  const results: Result[][] = measurements.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, measure] of measurements.entries()) results[index]?.push(await measure());
  }
  return results;
}
