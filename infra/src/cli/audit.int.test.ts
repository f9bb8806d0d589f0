import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Random } from '@ledgate/domain/testing/simulation/random';
import { z } from 'zod';
import { BUNDLE_CHANGES } from '../../test/audit/bundle-changes.ts';
import { CORRUPTIONS } from '../../test/audit/corruptions.ts';
import type { Wanted } from '../../test/audit/located.ts';
import { madeFile } from '../../test/audit/made-file.ts';
import { randomBundle, tarOf } from '../../test/audit/random-bundle.ts';
import { eventsFile, headOf, randomEvents, VKEY } from '../../test/audit/random-ledger.ts';
import { RECEIPT_CHANGES } from '../../test/audit/receipt-changes.ts';
import { randomReceipt } from '../../test/audit/random-receipt.ts';
import { casesInFull } from '../../test/testing/in-full.ts';
import { buildProduct } from '../../test/testing/product.ts';

const LIMIT_MS = 300_000;
const ROOT = join(import.meta.dirname, '..', '..', '..');
const SEEDS = casesInFull([1], [2, 3]);

/** Each of them is found beside the audit's own code; here it is enough that some are told by exit code and report. */
function someOf<Change>(changes: Readonly<Record<string, Change>>): readonly (readonly [string, Change])[] {
  const all = Object.entries(changes);
  return casesInFull(all.slice(0, 4), all.slice(4));
}

const reportSchema = z.strictObject({
  ok: z.boolean(),
  file: z.string(),
  origin: z.string().nullable(),
  events: z.number(),
  seals: z.number(),
  checked_size: z.number(),
  faults: z.array(
    z.strictObject({
      kind: z.string(),
      index: z.number().optional(),
      from_index: z.number().optional(),
      to_index: z.number().optional(),
      position: z.number().optional(),
      file: z.string().optional(),
      expected: z.union([z.string(), z.number()]).optional(),
      seen: z.union([z.string(), z.number()]).optional(),
    }),
  ),
  key_changes: z.array(z.strictObject({ size: z.number(), key: z.string() })),
  warnings: z.array(z.string()),
});

describe('npm run audit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'));

  beforeAll(() => buildProduct(), LIMIT_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const written = (name: string, bytes: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };

  /** As whoever has nothing of the product but its code. */
  const run = (parameters: readonly string[], options: readonly string[] = []) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...options, join(ROOT, 'infra', 'bin', 'run.mjs'), 'audit', ...parameters],
      { cwd: ROOT, encoding: 'utf8', env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'nothing') } },
    );
    return { code: status, stdout, stderr };
  };

  const audited = (bytes: string | Buffer, checkpoints: readonly string[] = []) => {
    const heads = checkpoints.flatMap((note, at) => ['--checkpoint', written(`head-${at}`, note)]);
    const { code, stdout } = run([written('a-file', bytes), '--json', '--key', VKEY, ...heads]);
    return { code, report: reportSchema.parse(JSON.parse(stdout)) };
  };

  const expectFound = ({ code, report }: ReturnType<typeof audited>, { kinds }: Wanted) => {
    expect([code, report.ok]).toEqual([1, false]);
    expect(report.faults.map(({ kind }) => kind).some((kind) => kinds.some((wanted) => wanted === kind))).toBe(true);
  };

  it(
    'finds a true file true, by keys in a file too, and writes nothing but its report',
    () => {
      const events = randomEvents(new Random(1), 40);
      const file = eventsFile(events, { sealedAt: [20, 40] });
      const { code, report } = audited(file, [headOf(events, 20)]);
      expect([code, report.ok, report.faults, report.events, report.seals]).toEqual([0, true, [], 40, 2]);
      const answer = JSON.stringify({ success: true, message: '', data: [{ vkey: VKEY }] });
      for (const keys of [`${VKEY}\n`, answer]) {
        const said = run([written('a-file', file), '--key', written('keys', keys)]);
        expect(said).toMatchObject({ code: 0, stderr: expect.stringMatching(/^\d+ events are not shown[^\n]+\n$/u) });
        expect(said.stdout).toContain('a-file: true\n');
      }
      expect(audited(tarOf(randomBundle(new Random(1)).files)).code).toBe(0);
      expect(audited(JSON.stringify(randomReceipt(new Random(1)).answer)).code).toBe(0);
      expect(readdirSync(folder).sort()).toEqual(['a-file', 'head-0', 'keys']);
    },
    LIMIT_MS,
  );

  it.each(someOf(CORRUPTIONS))(
    'finds %s',
    (_, corrupt) => {
      for (const seed of SEEDS) {
        const { file, checkpoints = [], wanted } = corrupt(madeFile(seed), seed % 2 === 1);
        expectFound(audited(file, checkpoints), wanted);
      }
    },
    LIMIT_MS,
  );

  it.each(someOf(BUNDLE_CHANGES))(
    'finds in a bundle %s',
    (_, corrupt) => {
      for (const seed of SEEDS) {
        const random = new Random(seed);
        const { tar, wanted } = corrupt(randomBundle(random, 30), random);
        expectFound(audited(tar), wanted);
      }
    },
    LIMIT_MS,
  );

  it.each(someOf(RECEIPT_CHANGES))(
    'finds in a receipt a change of %s',
    (_, change) => {
      for (const seed of SEEDS) {
        const random = new Random(seed);
        const { answer } = randomReceipt(random);
        const wanted = change(answer['data'], random);
        expectFound(audited(JSON.stringify(answer)), wanted);
      }
    },
    LIMIT_MS,
  );

  it(
    'says with code 2 what it cannot read, and nothing on standard output',
    () => {
      const file = written('a-file', eventsFile(randomEvents(new Random(1), 5)));
      const long = written('long', eventsFile(randomEvents(new Random(1), 5)));
      truncateSync(long, 2 ** 30);
      const huge = written('huge', 'x');
      truncateSync(huge, 2 ** 30);
      const { files } = randomBundle(new Random(1));
      for (const [parameters, reason] of [
        [[], /npm run audit -- FILE/u],
        [[file, file], /npm run audit -- FILE/u],
        [[file, '--kay', VKEY], /--kay/u],
        [[join(folder, 'none')], /ENOENT/u],
        [[folder], /EISDIR|no file/u],
        [[written('b-file', 'hello\n')], /no events export, no bundle and no receipt/u],
        [[long], /longer than \d+ bytes/u],
        [[file, '--key', `${VKEY.slice(0, -4)}AAA=`], /no verifier key|ENOENT/u],
        [[file, '--key', written('no-keys', 'a key\n')], /no verifier key/u],
        [[file, '--checkpoint', written('no-head', 'a head\n')], /no checkpoint/u],
        [[huge], /too large for a receipt/u],
        [[written('out.tar', tarOf([...files, ['../out', Buffer.from('x')]]))], /leads out of its folder/u],
      ] as const) {
        const said = run(parameters);
        expect({ parameters, code: said.code, stdout: said.stdout }).toEqual({ parameters, code: 2, stdout: '' });
        expect(said.stderr).toMatch(reason);
      }
    },
    LIMIT_MS,
  );

  it.each(casesInFull([15], [120]))(
    'audits %i MB in a heap of 16 MB',
    async (megabytes) => {
      const path = join(folder, 'large');
      const events = randomEvents(new Random(3), megabytes * 1_500);
      const out = createWriteStream(path);
      out.end(eventsFile(events, { sealedAt: [1_000, events.length] }));
      await finished(out);
      const { code, stdout } = run(
        [path, '--json', '--key', VKEY],
        ['--max-old-space-size=16', '--max-semi-space-size=2'],
      );
      expect(code).toBe(0);
      expect(reportSchema.parse(JSON.parse(stdout))).toMatchObject({ ok: true, checked_size: events.length });
    },
    LIMIT_MS,
  );
});
