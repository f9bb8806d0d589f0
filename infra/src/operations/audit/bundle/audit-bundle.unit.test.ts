import { describe, expect, it } from '@jest/globals';
import { Random } from '@ledgate/domain/testing/simulation/random';
import { vkeyOf } from '@ledgate/projections/seals/signed-note';
import { casesInFull } from '../../../../test/testing/in-full.ts';
import { audited, isFound } from '../../../../test/audit/located.ts';
import { aSigner, headOf, randomEvents, SIGNER, VKEY } from '../../../../test/audit/random-ledger.ts';
import { BUNDLE_CHANGES } from '../../../../test/audit/bundle-changes.ts';
import { closedAgain, randomBundle, signedFiles, tarOf } from '../../../../test/audit/random-bundle.ts';
import { Unreadable } from '../unreadable.ts';

const upTo = (count: number, from = 0): readonly number[] => Array.from({ length: count - from }, (_, at) => from + at);
const SEEDS = casesInFull(upTo(5), upTo(100, 5));
/** Administration is shown in none. */
const isOfMore = (warning: string): boolean => !/ events are not shown/u.test(warning);

describe('the audit of a bundle', () => {
  it('finds nothing in true ones', () => {
    for (const seed of casesInFull(upTo(15), upTo(300, 15))) {
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

  it('leaves heads out that were published behind it, and says so', () => {
    const random = new Random(1);
    const { files, events } = randomBundle(random);
    const [within, later] = [headOf(events, 3), headOf(events, events.length)];
    const report = audited(tarOf(files), [VKEY], [within, later]);
    expect([report.faults.listed, report.warnings[0]]).toEqual([
      [],
      expect.stringMatching(/^1 checkpoints lie behind/u),
    ]);
    const other = headOf(randomEvents(new Random(9), 3), 3);
    expect(audited(tarOf(files), [VKEY], [other]).faults.count).toBeGreaterThan(0);
  });

  it('finds a header with other columns than the layout has', () => {
    const made = randomBundle(new Random(1));
    const text = (made.files.get('charges.csv') ?? Buffer.alloc(0)).toString('utf8');
    const changed = Buffer.from(text.replace('method', 'way'));
    expect(audited(tarOf(closedAgain(made, 'charges.csv', changed)), [VKEY]).faults.listed).toContainEqual(
      expect.objectContaining({ kind: 'file', file: 'charges.csv', seen: expect.stringMatching(/^column \d+ way$/u) }),
    );
  });

  it('does not read one of a later version, unless it is not the one that was signed', () => {
    const { files, manifest } = randomBundle(new Random(1));
    const later = { ...manifest, version: 2 };
    expect(() => audited(tarOf([...signedFiles(later), ...[...files].slice(2)]), [VKEY])).toThrow(/is of version 2/u);
    const [text] = signedFiles(later);
    const changed = new Map([...files, ...(text === undefined ? [] : [text])]);
    expect(isFound(audited(tarOf(changed), [VKEY]), { kinds: ['manifest'] })).toBe(true);
  });

  it('finds a manifest by a key that another had followed before', () => {
    const report = audited(tarOf(randomBundle(new Random(1)).files), [{ ...SIGNER, until: 2 }]);
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
