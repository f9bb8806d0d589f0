import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';

const HOUSE = join(import.meta.dirname, '..', '..', '..');
const LIMIT_MS = 60_000;

const asked = (path: string): string => `import { it } from '${path}';\nexport const used = it;\n`;

/** Each file with one import that the lint refuses. */
const REFUSED: Readonly<Record<string, string>> = {
  'infra/src/a-tool.ts': asked('../tools/bench/it.ts'),
  'infra/src/a-test.ts': asked('../test/doubles/it.ts'),
  'infra/src/a-double.ts': asked('@ledgate/relay/testing/relay-fixture'),
  'domain/src/a-double.ts': asked('./testing/it.ts'),
  'domain/src/a-library.ts': asked('pg'),
  'projections/src/a-double.ts': asked('./testing/it.ts'),
  'api/src/a-double.ts': asked('./testing/it.ts'),
  'relay/src/a-double.ts': asked('./testing/it.ts'),
  'web/src/features/logs/other-feature.ts': asked('../tokens/it.ts'),
  'web/src/features/logs/pages/other-feature.tsx': asked('../../tokens/it.ts'),
  'web/src/features/logs/by-a-detour.ts': asked('../../features/tokens/it.ts'),
  'web/src/features/logs/pages/by-a-detour.tsx': asked('../../../features/tokens/it.ts'),
  'web/src/features/logs/pages/a-double.tsx': asked('../../../testing/it.ts'),
  'web/src/shared/a-feature.ts': asked('../features/logs/it.ts'),
  'web/src/shared/ui/the-app.ts': asked('../../app/it.ts'),
  'relay/src/cashier/one.ts': "import type { Other } from './other.ts';\nexport type One = { other?: Other };\n",
  'relay/src/cashier/other.ts': "import type { One } from './one.ts';\nexport type Other = { one?: One };\n",
  'projections/src/circle/one.ts': "import type { Other } from './other.ts';\nexport type One = { other?: Other };\n",
  'projections/src/circle/other.ts': "import type { One } from './one.ts';\nexport type Other = { one?: One };\n",
};
const ALLOWED: Readonly<Record<string, string>> = {
  'infra/src/own.ts': asked('./server/it.ts'),
  'infra/src/own.unit.test.ts': asked('../test/doubles/it.ts'),
  'infra/tools/bench/own.ts': asked('../../src/it.ts'),
  'api/src/own.unit.test.ts': asked('./testing/it.ts'),
  'web/src/features/logs/own.ts': asked('./api/it.ts'),
  'web/src/features/logs/pages/own.tsx': asked('../api/it.ts'),
  'web/src/features/logs/pages/shared.tsx': asked('../../../shared/ui/it.ts'),
  'web/src/app/pages.ts': asked('../features/logs/it.ts'),
};

/** The layers of the relay's sources, the lowest first, and what each may know of the others (docs/architecture.md#from-a-call-to-a-screen). */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  telemetry: [],
  wire: ['errors'],
  http: ['errors', 'wire', 'telemetry'],
  access: ['errors', 'wire', 'http'],
  upstream: ['errors', 'wire'],
  usage: ['errors', 'wire'],
  cashier: ['errors'],
  settler: ['errors', 'cashier'],
  'call-limits': ['errors'],
  modes: ['errors', 'wire', 'access', 'usage'],
  providers: ['errors', 'wire', 'upstream', 'usage', 'modes'],
  protocols: ['errors', 'wire', 'http', 'access', 'usage', 'modes'],
  ports: ['errors', 'wire', 'http', 'telemetry', 'upstream', 'usage', 'cashier', 'call-limits', 'modes', 'providers'],
  channels: ['errors', 'wire', 'upstream', 'usage', 'modes', 'providers'],
  calls: [
    'errors',
    'telemetry',
    'wire',
    'http',
    'access',
    'upstream',
    'usage',
    'cashier',
    'call-limits',
    'ports',
    'modes',
    'providers',
    'protocols',
    'channels',
  ],
  models: ['errors', 'wire', 'http', 'access', 'protocols', 'ports'],
  billing: ['errors', 'wire', 'http', 'access', 'protocols', 'ports'],
};
/** An import of every layer by every other one. */
const acrossLayers = Object.entries(LAYERS).flatMap(([layer, known]) =>
  Object.keys(LAYERS)
    .filter((other) => other !== layer)
    .map((other) => ({
      path: `relay/src/${layer}/asks-${other}.ts`,
      text: asked(`../${other}/it.ts`),
      allowed: known.includes(other),
    })),
);

describe('the lint', () => {
  let root: string;
  let refused: ReadonlySet<string>;
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'ledgate-lint-')));
    const layered = acrossLayers.map(({ path, text }) => [path, text] as const);
    for (const [path, text] of [...Object.entries({ ...REFUSED, ...ALLOWED }), ...layered]) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    cpSync(join(HOUSE, '.oxlintrc.json'), join(root, '.oxlintrc.json'));
    const { stdout } = spawnSync(join(HOUSE, 'node_modules/.bin/oxlint'), ['--format', 'json'], {
      cwd: root,
      encoding: 'utf8',
    });
    const { diagnostics } = z
      .object({ diagnostics: z.array(z.object({ filename: z.string() })) })
      .parse(JSON.parse(stdout));
    refused = new Set(diagnostics.map(({ filename }) => filename));
  }, LIMIT_MS);
  afterAll(() => rmSync(root, { recursive: true }));

  it.each(Object.keys(REFUSED))('refuses the import of %s', (path) => {
    expect(refused).toContain(path);
  });

  it.each(Object.keys(ALLOWED))('allows the import of %s', (path) => {
    expect(refused).not.toContain(path);
  });

  it('has a layer for every folder of the relay', () => {
    const folders = readdirSync(join(HOUSE, 'relay', 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
      .map(({ name }) => name);
    expect(Object.keys(LAYERS).toSorted()).toEqual(folders.toSorted());
  });

  it.each(acrossLayers.filter(({ allowed }) => allowed))('lets layers know what is below them: $path', ({ path }) => {
    expect(refused).not.toContain(path);
  });

  it.each(acrossLayers.filter(({ allowed }) => !allowed))(
    'keeps a layer from what is above or beside it: $path',
    ({ path }) => {
      expect(refused).toContain(path);
    },
  );
});
