import { describe, expect, it } from '@jest/globals';
import { exportParametersOf, ExportRefused } from './export-parameters.ts';

const asked = (text: string) => exportParametersOf(text.split(' '));

describe('the parameters of npm run export', () => {
  it('are an order, a file and what it may see', () => {
    expect(
      asked(
        'charges --format parquet --period 2026-11 --zone Europe/Berlin --position 12 --user 7 --no-names --raw-text --out f --resume',
      ),
    ).toEqual({
      order: expect.objectContaining({
        layout: 'charges',
        format: 'parquet',
        range: { fromS: Date.UTC(2026, 9, 31, 23) / 1_000, toS: Date.UTC(2026, 10, 30, 23) / 1_000 },
        zone: 'Europe/Berlin',
        userId: 7,
        names: false,
        rawText: true,
      }),
      position: 12,
      out: 'f',
      resume: true,
    });
  });

  it('are all of the ledger in UTC, with names, where nothing is said', () => {
    expect(asked('journal --format csv --out f')).toEqual({
      order: expect.objectContaining({ range: { fromS: 0, toS: undefined }, zone: 'UTC', names: true, rawText: false }),
      position: undefined,
      out: 'f',
      resume: false,
    });
  });

  it.each([
    ['--format csv --out f', /npm run export -- LAYOUT/u],
    ['charges --out f', /--format is missing/u],
    ['charges --format csv', /--out is missing/u],
    ['charges journal --format csv --out f', /journal is one layout too many/u],
    ['charges --format csv --out f --planet mars', /--planet/u],
    ['charges --format csv --out f --position -3', /--position/u],
    ['charges --format csv --out f --position 1.5', /--position 1\.5: a whole number is meant/u],
    ['charges --format csv --out f --start 99999999999999999999', /--start/u],
    ['charges --format csv --out f --user 0', /user_missing \(--user\)/u],
    ['charges --format csv --out f --period 2026-13', /period_invalid \(--period\)/u],
    ['charges --format csv --out f --period 2026 --end 5', /period_or_range \(--period\)/u],
    ['charges --format csv --out f --detail day', /filter_unknown \(--detail\)/u],
    ['events --format jsonl --out f --user 7', /filter_unknown \(--user\): this layout and format know none/u],
  ])('%s are refused', (text, reason) => {
    expect(() => asked(text)).toThrow(ExportRefused);
    expect(() => asked(text)).toThrow(reason);
  });
});
