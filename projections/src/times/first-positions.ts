import { byNumber } from '../runner/columns.ts';
import { LargeMap } from '../shared/large-map.ts';
import { QUARTER_S } from './quarter.ts';

/** Lengths of the steps of time whose first positions are kept, in seconds: any time is the start of few steps up to the end of time. */
export const STEPS_S = [1, QUARTER_S, 86_400] as const;

/** The first position, in position order, of an event that posts whose time lies in a step; `startS` in Unix seconds. */
type FirstPosition = { readonly stepS: number; readonly startS: number; readonly position: number };

/** First positions of a batch. What two batches found of one step is merged by the smaller one, in whatever order they come. */
export class FirstPositions {
  readonly #steps = STEPS_S.map((stepS) => ({ stepS, first: new LargeMap<number, number>() }));

  /** @param atMs the time of an event that posts */
  add(atMs: number, position: number): void {
    const atS = Math.floor(atMs / 1_000);
    for (const { stepS, first } of this.#steps) {
      const startS = atS - (atS % stepS);
      const before = first.get(startS);
      if (before === undefined || position < before) first.set(startS, position);
    }
  }

  /** What is known of a step, which is forgotten then. */
  take(stepS: number, startS: number): number | undefined {
    const first = this.#steps.find((step) => step.stepS === stepS)?.first;
    const position = first?.get(startS);
    first?.delete(startS);
    return position;
  }

  sorted(): readonly FirstPosition[] {
    return this.#steps.flatMap(({ stepS, first }) =>
      [...first]
        .sort(([one], [other]) => byNumber(one, other))
        .map(([startS, position]) => ({ stepS, startS, position })),
    );
  }
}
