import { describe, expect, it } from '@jest/globals';
import { Random } from '@ledgate/domain/testing/simulation/random';
import { vkeyOf } from '@ledgate/projections/seals/signed-note';
import { casesInFull } from '../../../test/testing/in-full.ts';
import { CORRUPTIONS } from '../../../test/audit/corruptions.ts';
import { audited, isFound } from '../../../test/audit/located.ts';
import { madeFile } from '../../../test/audit/made-file.ts';
import {
  aSigner,
  eventsFile,
  fileOf,
  headOf,
  linesIn,
  ORIGIN,
  randomEvents,
  SIGNER,
  VKEY,
} from '../../../test/audit/random-ledger.ts';

const upTo = (count: number, from = 0): readonly number[] => Array.from({ length: count - from }, (_, at) => from + at);
const SEEDS = casesInFull(upTo(5), upTo(100, 5));
const TRUE_SEEDS = casesInFull(upTo(50), upTo(1_000, 50));
const LATER = aSigner();
const isShown = ({ stream }: { readonly stream: string }): boolean => !stream.startsWith('audit-');

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

  it('finds a seal by a key that another had followed before', () => {
    const events = randomEvents(new Random(1), 30);
    const file = eventsFile(events, { sealedAt: [10, 20, 30], signer: (size) => (size === 20 ? LATER : SIGNER) });
    const retiredAt = (until: number) => audited(file, [{ ...SIGNER, until }, vkeyOf(LATER)]).faults.listed;
    expect(retiredAt(30)).toEqual([]);
    expect(retiredAt(10)).toMatchObject([{ kind: 'signature', place: { from: 20, before: 30 } }]);
    const head = [{ ...SIGNER, until: 10 }, vkeyOf(LATER)];
    expect(audited(eventsFile(events), head, [headOf(events, 15)]).faults.listed).toMatchObject([
      { kind: 'signature' },
    ]);
  });

  it('finds it of a ledger that none of the keys is of, whether seals stand in it or not', () => {
    const file = eventsFile(randomEvents(new Random(1), 30));
    const { faults } = audited(file, [vkeyOf(aSigner('ledgate/another'))]);
    expect(faults.listed).toMatchObject([{ kind: 'signature', expected: 'ledgate/another', seen: ORIGIN }]);
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

  it('finds a member that is there twice in a line that is no longer for it', () => {
    const shown = randomEvents(new Random(5), 30).slice(0, 1 + randomEvents(new Random(5), 30).findLastIndex(isShown));
    const lines = linesIn(eventsFile(shown, { sealedAt: [shown.length] }));
    const at = lines.findLastIndex((line) => 'leaf' in line);
    for (const one of [0, at]) lines[one] = { ...lines[one], position: 1e11 };
    const file = fileOf(lines);
    const last = file.split('\n')[at] ?? '';
    const changed = last.replace('100000000000', '1e11').replace('"event":{', '"event":{"id":"",');
    expect([changed.length, audited(file, [VKEY]).faults.count]).toEqual([last.length, 0]);
    expect(audited(file.replace(last, changed), [VKEY]).faults.listed).toMatchObject([
      { kind: 'edited', place: { index: shown.length - 1 } },
    ]);
  });

  it('hashes what an event has of any name', () => {
    const file = eventsFile(randomEvents(new Random(6), 20), { sealedAt: [20] });
    const changed = file.replace('"event":{', '"event":{"__proto__":{},');
    expect(audited(changed, [VKEY]).faults.listed).toMatchObject([{ kind: 'edited' }]);
  });

  it('counts events that are not shown, and says that the end of a stream may be among them', () => {
    const events = randomEvents(new Random(7), 40);
    const file = eventsFile(events, { sealedAt: [40] });
    const audits = events.filter(({ stream }) => stream.startsWith('audit-')).length;
    const told = (text: string) => audited(text, [VKEY]).warnings.join();
    expect(audits).toBeGreaterThan(0);
    expect(told(file)).toContain(`${audits} events are not shown`);
    const lines = linesIn(file);
    const last = lines.findLastIndex(({ event }) => event?.stream === 'till-1');
    lines[last] = { ...lines[last], event: null, private: null };
    expect(audited(fileOf(lines), [VKEY]).faults.count).toBe(0);
    expect(told(fileOf(lines))).toContain(`${audits + 1} events are not shown`);
  });

  it('lists 1,000 faults and counts the others', () => {
    const lines = eventsFile(randomEvents(new Random(4), 1_200)).split('\n');
    const file = lines.map((line) => line.replace('"recordedAt":"2026', '"recordedAt":"2027')).join('\n');
    const { faults } = audited(file, [VKEY]);
    expect(faults.listed).toHaveLength(1_000);
    expect(faults.count).toBeGreaterThan(1_050);
  });
});
