import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { Position } from '@ledgate/domain/ports/event-store';
import { EXPORT_GROUP_ROWS, EXPORT_NOTE_EVERY_MS, EXPORT_STRETCH_ROWS } from '../limits.ts';
import type { ExportSource, Layout } from './layout.ts';
import { column } from './shared/column.ts';
import { orderOf } from './testing/exported.ts';
import { positionOfPart, writeLayout, type WriteOptions } from './write-export.ts';

const SOURCE = {} as ExportSource;
const STRETCHES = 45;
const order = orderOf({ layout: 'charges', position: 1_000_000 as Position });

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-export-'));
  path = join(folder, 'file');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

class Killed extends Error {}

/** Rows by their places, stretches a little longer than others now and then. @param killedAt the stretch in which its process ends */
function layoutOf({ killedAt = Infinity, begun = [] as number[] } = {}): Layout {
  return {
    columns: [
      column('position', 'integer', '', ''),
      column('text', 'text', '', ''),
      column('name', 'text', '', '', { isName: true }),
    ],
    total: async () => null,
    rowsOf: async function* (_source, _order, after) {
      begun.push(after);
      for (let stretch = after; stretch < STRETCHES; stretch += 1) {
        if (stretch === killedAt) throw new Killed();
        const rows = Array.from({ length: EXPORT_STRETCH_ROWS + (stretch % 3) }, (_, at) => {
          const place = stretch * 10_000 + at;
          return [place, `row ${place % 977}`, `name ${place}`];
        });
        yield { rows, after: stretch + 1 };
      }
    },
  };
}

const options = (more: Partial<WriteOptions> = {}): WriteOptions => ({
  path,
  resume: false,
  signal: new AbortController().signal,
  onProgress: () => undefined,
  noteEveryMs: 0,
  ...more,
});

describe.each(['csv', 'jsonl', 'parquet'] as const)('an export as %s', (format) => {
  it('that was ended anywhere goes on to the same bytes', async () => {
    const whole = await writeLayout(SOURCE, layoutOf(), { ...order, format }, options());
    const bytes = readFileSync(path);
    expect(whole).toEqual({
      rows: expect.any(Number),
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    rmSync(path);
    const begun: number[] = [];
    for (const killedAt of [0, 20, 21, 44]) {
      const killed = writeLayout(
        SOURCE,
        layoutOf({ killedAt, begun }),
        { ...order, format },
        options({ resume: true }),
      );
      await expect(killed).rejects.toThrow(Killed);
      expect(existsSync(path)).toBe(false);
    }
    expect(await writeLayout(SOURCE, layoutOf({ begun }), { ...order, format }, options({ resume: true }))).toEqual(
      whole,
    );
    expect(readFileSync(path).equals(bytes)).toBe(true);
    // Rows of a row group that is not whole are made again, and no others.
    const perGroup = Math.ceil(EXPORT_GROUP_ROWS / EXPORT_STRETCH_ROWS);
    expect(begun.at(-1)).toBeGreaterThanOrEqual(format === 'parquet' ? 44 - perGroup : 44);
    expect([existsSync(`${path}.part`), existsSync(`${path}.progress`)]).toEqual([false, false]);
  });
});

describe('an export that goes on', () => {
  const interrupted = async (): Promise<void> => {
    await expect(writeLayout(SOURCE, layoutOf({ killedAt: 9 }), order, options())).rejects.toThrow(Killed);
  };

  it.each([
    ['of another order', { ...order, zone: 'Asia/Kathmandu' }],
    ['without names', { ...order, names: false }],
  ])('begins anew where what is there is %s', async (_what, other) => {
    await interrupted();
    const begun: number[] = [];
    await writeLayout(SOURCE, layoutOf({ begun }), other, options({ resume: true }));
    expect(begun).toEqual([0]);
  });

  it('tells what it had seen of the ledger', async () => {
    expect(await positionOfPart(path)).toBeUndefined();
    await interrupted();
    expect(await positionOfPart(path)).toBe(order.position);
  });

  it('passes over a note that was cut, and one of more bytes than there are', async () => {
    const whole = await writeLayout(SOURCE, layoutOf(), order, options());
    await interrupted();
    const progress = `${path}.progress`;
    writeFileSync(
      progress,
      `${readFileSync(progress, 'utf8')}{"bytes":99999999,"rows":1,"after":9,"skip":0,"notes":null}\n{"byt`,
    );
    const begun: number[] = [];
    expect(await writeLayout(SOURCE, layoutOf({ begun }), order, options({ resume: true }))).toEqual(whole);
    expect(begun).toEqual([9]);
  });

  it('begins anew without --resume', async () => {
    await interrupted();
    const begun: number[] = [];
    await writeLayout(SOURCE, layoutOf({ begun }), order, options());
    expect(begun).toEqual([0]);
  });
});

describe('an export', () => {
  it('leaves out columns of names where none are wanted', async () => {
    await writeLayout(SOURCE, layoutOf(), { ...order, names: false, format: 'csv' }, options());
    expect(readFileSync(path, 'utf8').split('\n').slice(0, 2)).toEqual(['position,text', '0,row 0']);
  });

  it('on a disk that is full fails with its reason and leaves nothing, and what stood there before', async () => {
    writeFileSync(path, 'of yesterday');
    symlinkSync('/dev/full', `${path}.part`);
    await expect(writeLayout(SOURCE, layoutOf(), order, options())).rejects.toMatchObject({ code: 'ENOSPC' });
    expect([existsSync(`${path}.part`), existsSync(`${path}.progress`)]).toEqual([false, false]);
    expect(readFileSync(path, 'utf8')).toBe('of yesterday');
  });

  it('ends with the reason of its signal and can be gone on with', async () => {
    const ended = new AbortController();
    const reason = new Error('stopped');
    const onProgress = (): void => ended.abort(reason);
    await expect(writeLayout(SOURCE, layoutOf(), order, options({ signal: ended.signal, onProgress }))).rejects.toBe(
      reason,
    );
    expect(existsSync(`${path}.part`)).toBe(true);
    const begun: number[] = [];
    await writeLayout(SOURCE, layoutOf({ begun }), order, options({ resume: true }));
    expect(begun).not.toEqual([0]);
  });

  it('is for its owner alone', async () => {
    await writeLayout(SOURCE, layoutOf(), order, options());
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('notes how far it is at most once a second', () => expect(EXPORT_NOTE_EVERY_MS).toBe(1_000));
});
