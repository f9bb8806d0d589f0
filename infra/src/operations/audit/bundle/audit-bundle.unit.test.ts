import { describe, expect, it } from '@jest/globals';
import { Random } from '@ledgate/domain/testing/simulation/random';
import { vkeyOf } from '@ledgate/projections/seals/signed-note';
import { casesInFull } from '../../../../test/testing/in-full.ts';
import { audited, isFound } from '../../../../test/audit/located.ts';
import { aSigner, VKEY } from '../../../../test/audit/random-ledger.ts';
import { BUNDLE_CHANGES } from '../../../../test/audit/bundle-changes.ts';
import { randomBundle, tarOf } from '../../../../test/audit/random-bundle.ts';
import { Unreadable } from '../unreadable.ts';

const upTo = (count: number, from = 0): readonly number[] => Array.from({ length: count - from }, (_, at) => from + at);
const SEEDS = casesInFull(upTo(10), upTo(100, 10));
/** Administration is shown in none. */
const isOfMore = (warning: string): boolean => !/ events are not shown/u.test(warning);

describe('the audit of a bundle', () => {
  it('finds nothing in true ones', () => {
    for (const seed of casesInFull(upTo(30), upTo(300, 30))) {
      const { files, manifest } = randomBundle(new Random(seed));
      const report = audited(tarOf(files), [VKEY]);
      expect([seed, report.faults.listed, report.warnings.filter(isOfMore)]).toEqual([seed, [], []]);
      expect(report).toMatchObject({ what: 'bundle', events: manifest['size'], seals: 1 });
    }
  });

  it.each(Object.entries(BUNDLE_CHANGES))('finds %s', (_, corrupt) => {
    for (const seed of SEEDS) {
      const random = new Random(seed);
      const { tar, wanted } = corrupt(randomBundle(random, random.whole(20, 40)), random);
      const report = audited(tar, [VKEY]);
      if (!isFound(report, wanted)) expect([seed, report.faults.listed]).toEqual([seed, wanted]);
    }
  });

  it('finds it by another key signed by nobody', () => {
    const report = audited(tarOf(randomBundle(new Random(1)).files), [vkeyOf(aSigner())]);
    expect(isFound(report, { kinds: ['signature'], file: 'manifest.note' })).toBe(true);
  });

  it.each(['../manifest.json', '/manifest.json', 'a/../../b'])('does not read one with the name %s', (name) => {
    const { files } = randomBundle(new Random(1));
    expect(() => audited(tarOf([...files, [name, Buffer.from('x')]]), [VKEY])).toThrow(Unreadable);
  });

  it.each(['1', '2', '5'])('does not read one with an entry of type %s', (type) => {
    const { files } = randomBundle(new Random(1));
    expect(() => audited(tarOf(files, { checkpoint: { type } }), [VKEY])).toThrow(Unreadable);
  });
});
