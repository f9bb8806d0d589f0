/** Charges of one model or token. Amounts are signed quota units. */
type Line = {
  readonly model: string | null;
  readonly token_id: number | null;
  readonly requests: number;
  readonly amount: number;
  readonly prompt: number;
  readonly completion: number;
};

type Sums = Omit<Line, 'model' | 'token_id'>;

/**
 * The largest, as many as may be, and where there are more one line of all others, without a name.
 *
 * @param lines all of them, or at least one more than may be; @param charged parts of which everything is made
 */
export function largestLines(lines: readonly Line[], charged: readonly Sums[], linesMax: number): readonly Line[] {
  const sorted = lines.toSorted((one, other) => Math.abs(other.amount) - Math.abs(one.amount));
  if (sorted.length <= linesMax) return sorted;
  const largest = sorted.slice(0, linesMax);
  const left = (value: (sums: Sums) => number): number =>
    charged.reduce((sum, each) => sum + value(each), 0) - largest.reduce((sum, each) => sum + value(each), 0);
  return [
    ...largest,
    {
      model: null,
      token_id: null,
      requests: left(({ requests }) => requests),
      amount: left(({ amount }) => amount),
      prompt: left(({ prompt }) => prompt),
      completion: left(({ completion }) => completion),
    },
  ];
}
