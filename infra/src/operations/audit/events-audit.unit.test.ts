import { describe, expect, it } from '@jest/globals';
import { Random } from '@ledgate/domain/testing/simulation/random';
import { vkeyOf } from '@ledgate/projections/seals/signed-note';
import { casesInFull } from '../../../test/testing/in-full.ts';
import { CORRUPTIONS } from '../../../test/audit/corruptions.ts';
import { audited, isFound } from '../../../test/audit/located.ts';
import { madeFile } from '../../../test/audit/made-file.ts';
import { aSigner, eventsFile, randomEvents, SIGNER, VKEY } from '../../../test/audit/random-ledger.ts';

const upTo = (count: number, from = 0): readonly number[] => Array.from({ length: count - from }, (_, at) => from + at);
const SEEDS = casesInFull(upTo(10), upTo(100, 10));
const TRUE_SEEDS = casesInFull(upTo(100), upTo(1_000, 100));
const LATER = aSigner();

describe('the audit of an events export', () => {
  it('finds nothing in true ones', () => {
    for (const seed of TRUE_SEEDS) {
      const { file, head, sealed } = madeFile(seed);
      const { faults, checkedSize } = audited(file, [VKEY], [head]);
      expect([seed, faults.listed]).toEqual([seed, []]);
      expect(checkedSize).toBeGreaterThanOrEqual(sealed);
    }
  });

  it.each(Object.entries(CORRUPTIONS))('finds %s at its place', (_, corrupt) => {
    for (const seed of SEEDS) {
      const truth = madeFile(seed);
      const { file, checkpoints = [], wanted } = corrupt(truth, seed % 2 === 1);
      const report = audited(file, [VKEY], checkpoints);
      if (!isFound(report, wanted)) expect([seed, report.faults.listed]).toEqual([seed, wanted]);
    }
  });

  it('accepts seals by two keys, and says where they change', () => {
    const events = randomEvents(new Random(1), 30);
    const signer = (size: number) => (size < 20 ? SIGNER : LATER);
    const file = eventsFile(events, { sealedAt: [10, 20, 30], signer });
    const { faults, signers, seals } = audited(file, [VKEY, vkeyOf(LATER)]);
    expect([faults.listed, seals]).toEqual([[], 3]);
    expect(signers.map(({ size, by }) => [size, by.id])).toEqual([
      [10, SIGNER.id],
      [20, LATER.id],
    ]);
  });

  it('finds no key to vouch for a file without one, and what is wrong in it all the same', () => {
    const events = randomEvents(new Random(2), 30);
    const file = eventsFile(events, { sealedAt: [10, 30] });
    const { faults, seals, checkedSize, warnings } = audited(file, []);
    expect([faults.count, seals, checkedSize]).toEqual([0, 0, 0]);
    expect(warnings.join()).toContain('--key');
    const truth = { ...madeFile(3), random: new Random(3) };
    const corrupted = CORRUPTIONS['an edited event']?.(truth, true);
    expect(audited(corrupted?.file ?? '', []).faults.count).toBeGreaterThan(0);
  });

  it('lists 1,000 faults and counts the others', () => {
    const lines = eventsFile(randomEvents(new Random(4), 1_200)).split('\n');
    const file = lines.map((line) => line.replace('"recordedAt":"2026', '"recordedAt":"2027')).join('\n');
    const { faults } = audited(file, [VKEY]);
    expect(faults.listed).toHaveLength(1_000);
    expect(faults.count).toBeGreaterThan(1_050);
  });
});
