import { describe, expect, it } from '@jest/globals';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { PartitionHealth } from '@ledgate/projections/queries/health';
import { comparedText } from './compared-text.ts';

const at = (position: number) => position as Position;
const partition = (behind: number | undefined, lagSeconds = 0): PartitionHealth => ({
  partition: 0,
  position: at(40),
  behind,
  lagSeconds,
});
const text = (head: number, ...partitions: readonly PartitionHealth[]): string =>
  comparedText(at(40), { generation: 1, head: at(head), behind: head - 40, partitions });

describe('what verify says of how far it looked', () => {
  it.each([
    ['nothing is behind', text(40, partition(0)), 'at position 40, and the read models hold all of it.'],
    ['something came meanwhile', text(50, partition(0)), 'hold all of it; what came meanwhile was not compared.'],
    [
      'partitions are behind',
      text(50, partition(2, 3), partition(0), partition(1, 7.2)),
      'Compared up to position 40; the ledger ends at position 50. ' +
        'The read models are 3 events behind it, the oldest 8 s old: those were not compared.',
    ],
    [
      'more is behind than is counted',
      text(9_040, partition(undefined, 600)),
      'The read models are more than 500 events (9000 positions) behind it, the oldest 600 s old',
    ],
    [
      'the ledger is shorter',
      text(3, partition(0)),
      'ends at position 3: it is another ledger than that of the read models',
    ],
  ])('where %s', (_case, said, expected) => {
    expect(said).toContain(expected);
  });
});
