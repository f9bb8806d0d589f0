import { describe, expect, it } from '@jest/globals';
import { Random } from '@ledgate/domain/testing/simulation/random';
import { base64Of, hashOfLeaf } from '@ledgate/projections/seals/hashes';
import { casesInFull } from '../../../test/testing/in-full.ts';
import { type Bytes } from './bytes.ts';
import { auditFile } from './audit-file.ts';
import { LINE_BYTES_MAX } from './limits.ts';
import { reportJson, reportText } from './report.ts';
import { audited } from '../../../test/audit/located.ts';
import { randomBundle, tarOf } from '../../../test/audit/random-bundle.ts';
import { eventsFile, fileOf, linesIn, randomEvents, SIGNER, VKEY } from '../../../test/audit/random-ledger.ts';
import { randomReceipt } from '../../../test/audit/random-receipt.ts';
import { Unreadable } from './unreadable.ts';

const events = () => Buffer.from(eventsFile(randomEvents(new Random(1), 20), { sealedAt: [10, 20] }));
const bundle = () => tarOf(randomBundle(new Random(1), 20).files);
const receipt = () => Buffer.from(JSON.stringify(randomReceipt(new Random(1)).answer));

describe('what a file is', () => {
  it('is told by what it holds', () => {
    expect([events(), bundle(), receipt()].map((file) => audited(file, [VKEY]).what)).toEqual([
      'events',
      'bundle',
      'receipt',
    ]);
  });

  it.each([
    '',
    'hello\n',
    '{}',
    '[1]',
    '{"ledgate":"events"}\n',
    '{"ledgate":"events","version":2}\n',
    '\0',
    '{"receipt":{}}',
  ])('is not read: %j', (file) => {
    expect(() => audited(file, [VKEY])).toThrow(Unreadable);
  });

  it('is not read as a receipt where it is too large for one, which is said', () => {
    const large: Bytes = { size: 2 ** 30, read: (_, into) => into.fill(0x78).length };
    expect(() => auditFile('large', large, { keys: [], checkpoints: [] })).toThrow(
      /large is no events export and no bundle, and with 1073741824 bytes too large for a receipt/u,
    );
  });

  it('is not read any further than the longest line of a file that has an endless one', () => {
    const header = events().subarray(0, events().indexOf('\n') + 1);
    let read = 0;
    const endless: Bytes = {
      size: 2 ** 40,
      read: (at, into) => {
        read = at + into.length;
        into.fill(0x78);
        if (at === 0) into.set(header);
        return into.length;
      },
    };
    expect(() => auditFile('endless', endless, { keys: [], checkpoints: [] })).toThrow(/line 2 is longer/u);
    expect(read).toBeLessThan(2 * LINE_BYTES_MAX);
  });

  it.each([
    ['an events export', events],
    ['a bundle', bundle],
    ['a receipt', receipt],
  ])('is audited or not read, however %s was broken', (_, file) => {
    const random = new Random(7);
    for (let round = 0; round < (casesInFull([40], [1_000]).at(-1) ?? 0); round += 1) {
      const broken = Buffer.from(file());
      for (let change = random.whole(1, 3); change > 0; change -= 1)
        broken[random.whole(0, broken.length - 1)] = random.whole(0, 255);
      const cut = random.chance(0.2) ? broken.subarray(0, random.whole(0, broken.length)) : broken;
      let seen: unknown;
      try {
        audited(cut, [VKEY]);
      } catch (error) {
        seen = error;
      }
      if (seen !== undefined) expect(seen).toBeInstanceOf(Unreadable);
    }
  });

  it('may hold numbers without end and be nested as deep as it likes', () => {
    const [header = '', first = '', ...others] = events().toString('utf8').split('\n');
    const leaf = Buffer.alloc(32).toString('base64');
    const line = (data: string, own = leaf, hidden = 'null') =>
      `{"index":0,"position":1,"leaf":"${own}","event":{"data":${data},"revision":0,"stream":"x"},"private":${hidden}}`;
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const fitting = base64Of(hashOfLeaf('{"data":0,"revision":0,"stream":"x"}'));
    for (const own of [line('1e999'), line(deep), line('0', fitting, deep)])
      expect(audited([header, own, ...others].join('\n'), [VKEY]).faults.listed[0]).toMatchObject({
        kind: 'edited',
        place: { index: 0 },
      });
    expect(first).not.toBe('');
  });
});

describe('the report', () => {
  it('is one object with the members of its contract, or text for people', () => {
    const lines = events().toString('utf8').split('\n');
    const report = audited(lines.filter((line) => !line.startsWith('{"index":5,')).join('\n'), [VKEY]);
    expect(JSON.parse(reportJson(report))).toEqual({
      ok: false,
      file: 'a-file',
      origin: expect.stringMatching(/^ledgate\//u),
      events: 19,
      seals: 0,
      checked_size: 0,
      faults: [{ kind: 'deleted', from_index: 5, to_index: 6 }],
      key_changes: [{ size: 10, key: `${SIGNER.name}+${SIGNER.id}` }],
      warnings: [expect.stringContaining('are not shown'), expect.stringContaining('No seal that fits')],
    });
    expect(reportText(report)).toContain('deleted between the indexes 5 and 6');
    expect(reportText(audited(events(), [VKEY]))).toContain('a-file: true');
  });

  it('calls nothing true that no key vouches for', () => {
    const lines = events().toString('utf8').split('\n').slice(0, -1);
    const left = linesIn(`${lines.filter((line) => !line.startsWith('{"seal"')).join('\n')}\n`);
    const report = audited(fileOf(left.map((line) => ('end' in line ? { ...line, lines: left.length } : line))), [
      VKEY,
    ]);
    expect([report.faults.count, report.checkedSize]).toEqual([0, 0]);
    expect(reportText(report)).toContain('a-file: not contradicted; nothing vouches for it\n');
    expect(reportText(audited(events(), []))).not.toContain(': true');
  });

  it('keeps what a file says on its line, and short', () => {
    const type = `x\n  a key vouches for all\u001b[2J\u202e`;
    const lines = linesIn(events().toString('utf8'));
    const [header = {}, ...others] = lines;
    const origin = audited(fileOf([{ ...header, origin: type }, ...others]), [VKEY]);
    expect(reportText(origin)).not.toMatch(/[^\n\P{C}]/u);
    expect(reportText(origin).split('\n')).not.toContain('  a key vouches for all');
    const note = `${'x'.repeat(100_000)}\n\n\u2014 ${'y'.repeat(100_000)} AAAA\n`;
    const long = audited(fileOf(lines.map((line) => ('seal' in line ? { ...line, seal: note } : line))), [VKEY]);
    expect(long.faults.count).toBeGreaterThan(0);
    expect(reportText(long).length).toBeLessThan(5_000);
  });
});
