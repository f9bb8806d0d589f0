import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Random } from '@ledgate/domain/testing/simulation/random';
import { vkeyOf } from '@ledgate/projections/seals/signed-note';
import { aSigner, headOf, randomEvents, VKEY } from '../../../test/audit/random-ledger.ts';
import { auditParametersOf } from './audit-parameters.ts';
import { Unreadable } from './unreadable.ts';

const LATER = vkeyOf(aSigner());
const LAST = vkeyOf(aSigner());

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-parameters-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const kept = (text: string): string => {
  const file = join(folder, `file-${(files += 1)}`);
  writeFileSync(file, text);
  return file;
};

describe('the keys of an audit', () => {
  const answer = JSON.stringify({
    data: [
      { vkey: LAST, from_size: 90 },
      { vkey: LATER, from_size: 40 },
      { vkey: VKEY, from_size: 0 },
    ],
  });
  const untils = (...given: string[]) =>
    auditParametersOf(['a-file', ...given.flatMap((key) => ['--key', key])]).keys.map((key) => [
      vkeyOf(key),
      key.until,
    ]);

  it('seal up to where the next one of an answer begins', () => {
    const known = [
      [LAST, undefined],
      [LATER, 90],
      [VKEY, 40],
    ];
    expect(untils(kept(answer))).toEqual(known);
    expect(untils(kept(answer), VKEY)).toEqual(known);
    expect(untils(VKEY, kept(answer))).toEqual([known[2], known[0], known[1]]);
    expect(untils(LATER, kept(`${VKEY}\n`))).toEqual([
      [LATER, undefined],
      [VKEY, undefined],
    ]);
  });
});

describe('the checkpoints of an audit', () => {
  const events = randomEvents(new Random(1), 400);
  const notes = Array.from({ length: 400 }, (_, at) => headOf(events.slice(0, 9), 1 + (at % 9)));
  const read = (text: string) => auditParametersOf(['a-file', '--checkpoint', kept(text)]).checkpoints;

  it('are all that a file has, as the notary keeps them, with either end of lines', () => {
    const file = notes.map((note) => `${note}\n`).join('');
    expect(file.length).toBeGreaterThan(64 * 1_024);
    expect(read(file)).toEqual(notes);
    expect(read(file.replaceAll('\n', '\r\n'))).toEqual(notes);
    const [note = ''] = notes;
    expect([read(note), read(`\n\n${note}\n\n`)]).toEqual([[note], [note]]);
    const witnessed = `${note}\u2014 witness.example/w ${'A'.repeat(92)}\n`;
    expect(read(`${witnessed}\n${note}`)).toEqual([witnessed, note]);
  });

  it('are none in what is cut, or holds something else', () => {
    const file = notes.slice(0, 3).join('\n');
    for (const text of ['', 'a head\n', file.slice(0, -100), `${file}\nmore`, file.replace('\n1\n', '\nx\n')])
      expect(() => read(text)).toThrow(Unreadable);
  });
});
