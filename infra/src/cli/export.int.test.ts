import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CALL_PRICE, CrashWorld } from '../../test/crash/world.ts';
import { expectServed } from '../../test/testing/metered-request.ts';
import { buildProduct, Product } from '../../test/testing/product.ts';

const LIMIT_MS = 180_000;

describe('npm run export', () => {
  const product = new Product();
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  let world: CrashWorld;

  beforeAll(async () => {
    buildProduct();
    await product.start();
    world = await CrashWorld.open(product);
    await expectServed(world, product);
  }, LIMIT_MS);

  afterAll(async () => {
    world.upstream.close();
    await product.discard();
    rmSync(folder, { recursive: true, force: true });
  }, LIMIT_MS);

  const out = (name: string): string => join(folder, name);
  const exported = async (name: string, ...parameters: string[]) => {
    const { code, output } = await product.run('export', ...parameters, '--out', out(name));
    return { code, output, bytes: existsSync(out(name)) ? readFileSync(out(name)) : undefined };
  };

  it(
    'refuses what cannot be with code 2, the code and the parameter, and writes nothing',
    async () => {
      for (const [parameters, reason] of [
        [['planets', '--format', 'csv'], /layout_unknown \(LAYOUT\)/u],
        [['events', '--format', 'csv'], /format_unknown \(--format\)/u],
        [['charges', '--format', 'csv', '--zone', 'Mars/Olympus'], /zone_unknown \(--zone\)/u],
        [['charges', '--format', 'csv', '--start', '9', '--end', '5'], /range_invalid \(--end\)/u],
        [['charges', '--format', 'csv', '--position', '999999999'], /position_ahead \(--position\)/u],
        [['charges', '--format', 'csv', '--user', '424242'], /user_missing \(--user\)/u],
      ] as const) {
        const { code, output, bytes } = await exported('refused', ...parameters);
        expect({ parameters, code, bytes }).toEqual({ parameters, code: 2, bytes: undefined });
        expect(output).toMatch(reason);
      }
    },
    LIMIT_MS,
  );

  it(
    'fails with code 1 and its reason on a disk that is full, and leaves nothing',
    async () => {
      symlinkSync('/dev/full', out('full.part'));
      const { code, output, bytes } = await exported('full', 'journal', '--format', 'csv');
      expect({ code, bytes }).toEqual({ code: 1, bytes: undefined });
      expect(output).toMatch(/the disk takes no more.*ENOSPC/u);
      expect([existsSync(out('full.part')), existsSync(out('full.progress'))]).toEqual([false, false]);
    },
    LIMIT_MS,
  );

  it(
    'writes the same bytes while the product runs and while it is stopped, in every format',
    async () => {
      const first = await exported('first', 'charges', '--format', 'jsonl');
      expect(first.code).toBe(0);
      const position = /up to position (\d+)/u.exec(first.output)?.[1] ?? '';
      const rows = String(first.bytes)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { units: number });
      expect(rows.map(({ units }) => units)).toContain(CALL_PRICE);
      const layouts = [
        ['charges', 'csv'],
        ['charges', 'parquet'],
        ['credits', 'jsonl'],
        ['journal', 'parquet'],
        ['statements', 'csv'],
        ['trial_balance', 'csv'],
        ['focus', 'csv'],
        ['events', 'jsonl'],
      ];
      const running: Buffer[] = [];
      for (const [layout = '', format = ''] of layouts) {
        const { code, output, bytes } = await exported(
          `running-${layout}.${format}`,
          layout,
          '--format',
          format,
          '--position',
          position,
        );
        expect({ layout, format, code, output }).toMatchObject({ layout, format, code: 0 });
        running.push(bytes as Buffer);
      }
      await product.stop();
      for (const [index, [layout = '', format = '']] of layouts.entries()) {
        const { code, output, bytes } = await exported(
          `stopped-${layout}.${format}`,
          layout,
          '--format',
          format,
          '--position',
          position,
        );
        expect({ layout, format, code, output }).toMatchObject({ layout, format, code: 0 });
        expect([layout, format, bytes?.equals(running[index] as Buffer)]).toEqual([layout, format, true]);
      }
    },
    LIMIT_MS,
  );
});
