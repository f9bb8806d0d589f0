import type { Recorded } from '@ledgate/domain/events/codec';
import type { BatchWriter } from '../runner/batch-writer.ts';
import { booleans, byText, numbers, texts } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { type ClaimStep, claimStepOf } from './claim-of.ts';
import { MERGE_CLAIMS } from './sql.ts';

/** One row a saga between two streams: claimed, credited, or both (docs/ledger.md#claims). */
export const claims: Projection = { name: 'claims', begin: () => new ClaimsPart() };

type Merged = Omit<ClaimStep, 'step'> & {
  readonly claimed: boolean;
  readonly credited: boolean;
  readonly position: number;
  readonly atMs: number;
};

class ClaimsPart implements BatchPart {
  readonly #claims = new Map<string, Merged>();

  add(recorded: Recorded): void {
    const step = claimStepOf(recorded);
    if (step === undefined) return;
    const before = this.#claims.get(step.source);
    const says =
      step.step === 'claimed' || before === undefined
        ? { ...step, position: recorded.position, atMs: recorded.atMs }
        : before;
    this.#claims.set(step.source, {
      ...says,
      claimed: step.step === 'claimed' || before?.claimed === true,
      credited: step.step === 'credited' || before?.credited === true,
    });
  }

  async write(writer: BatchWriter): Promise<void> {
    if (this.#claims.size === 0) return;
    const sorted = [...this.#claims.values()].sort((one, other) => byText(one.source, other.source));
    await writer.run(MERGE_CLAIMS, [
      texts(sorted.map(({ source }) => source)),
      texts(sorted.map(({ kind }) => kind)),
      booleans(sorted.map(({ claimed }) => claimed)),
      booleans(sorted.map(({ credited }) => credited)),
      numbers(sorted.map(({ accountId }) => accountId)),
      numbers(sorted.map(({ amount }) => amount)),
      numbers(sorted.map(({ claimed, position }) => (claimed ? position : 0))),
      numbers(sorted.map(({ claimed, atMs }) => (claimed ? atMs : 0))),
      texts(sorted.map(({ facts }) => JSON.stringify(facts ?? {}))),
    ]);
  }
}
