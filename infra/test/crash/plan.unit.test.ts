import { describe, expect, it } from '@jest/globals';
import { type Crash, crashesOf, ROUNDS_A_TURN } from './plan.ts';

const SEED = 7;
const pointsOf = (crashes: readonly Crash[]): readonly string[] =>
  crashes.flatMap((crash) =>
    'at' in crash ? [`under load ${crash.at}`] : 'whileStarting' in crash ? [`starting ${crash.whileStarting}`] : [],
  );

describe('the plan of crash rounds', () => {
  it('has the same crashes in the same order for the same seed, others for another', () => {
    expect(crashesOf(25, SEED)).toEqual(crashesOf(25, SEED));
    expect(crashesOf(25, SEED + 1)).not.toEqual(crashesOf(25, SEED));
  });

  it('comes by each point once in a turn, in another order in the next', () => {
    const rounds = crashesOf(2 * ROUNDS_A_TURN, SEED);
    const [turn, next] = [
      pointsOf(rounds.slice(0, ROUNDS_A_TURN).flat()),
      pointsOf(rounds.slice(ROUNDS_A_TURN).flat()),
    ];
    expect(new Set(turn).size).toBe(turn.length);
    expect(turn.toSorted()).toEqual(next.toSorted());
    expect(turn).not.toEqual(next);
    expect(turn).toEqual(
      expect.arrayContaining([
        'under load before_LeaseGranted',
        'under load after_ConsumptionRecorded',
        'under load before_OutboxRowRemoved',
        'under load after_AdministrationRecorded',
        'starting before_TillFenced',
        'starting before_RedemptionCredited',
        'starting after_QuotaAdjusted',
      ]),
    );
  });

  it('gives each round two crashes or three', () => {
    expect(crashesOf(ROUNDS_A_TURN, SEED).filter(({ length }) => length !== 2 && length !== 3)).toEqual([]);
  });
});
