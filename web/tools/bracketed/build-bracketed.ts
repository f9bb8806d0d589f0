import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

const WEB = join(import.meta.dirname, '..', '..');
const FOLDER = join(WEB, 'dist-test', 'bracketed');
const BRACKETED = join(import.meta.dirname, 'bracketed.ts');

/** A catalogue of everybody's texts or of a feature's, as the formatter leaves it; and a single text by its language. */
const CATALOGUE = /^((?:export )?const en = )(\{\n[\s\S]*?^\}[^;]*);$/mu;
const ONE_TEXT = /^(export const \w+: Readonly<Record<Language, string>> = )(\{ en: '(?!English').*\});$/mu;

/** A module with its English texts in brackets; undefined: it has none. */
export function withBrackets(code: string): string | undefined {
  const found = [CATALOGUE, ONE_TEXT].find((pattern) => pattern.test(code));
  if (!found) return undefined;
  const wrapped = code.replace(found, (_all, name: string, texts: string) => `${name}bracketed(${texts});`);
  return `import { bracketed } from ${JSON.stringify(BRACKETED)};\n${wrapped}`;
}

const brackets: Plugin = {
  name: 'brackets',
  setup(each) {
    each.onResolve({ filter: /[?]inline$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace('?inline', '')),
    }));
    each.onLoad({ filter: /web[/]src[/].*[.]ts$/ }, async ({ path }) => {
      const contents = withBrackets(await readFile(path, 'utf8'));
      return contents === undefined ? undefined : { contents, loader: 'ts' };
    });
  },
};

/**
 * Builds the console with all its English texts in brackets and 40 % longer, and answers the folder. Not as the product is built but in a second or two:
 * what it looks like and does is the same.
 */
export async function buildBracketed(): Promise<string> {
  await build({
    entryPoints: [join(WEB, 'src', 'app', 'main.tsx')],
    outdir: join(FOLDER, 'assets'),
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.svg': 'dataurl', '.woff2': 'file' },
    publicPath: '/assets',
    plugins: [brackets],
    logLevel: 'warning',
  });
  const page = await readFile(join(WEB, 'index.html'), 'utf8');
  const parts = [
    [
      '<link rel="icon" type="image/svg+xml" href="/src/app/mark.svg" />',
      '<link rel="stylesheet" href="/assets/main.css" />',
    ],
    ['/src/app/main.tsx', '/assets/main.js'],
  ] as const;
  await writeFile(
    join(FOLDER, 'index.html'),
    parts.reduce((text, [one, other]) => text.replace(one, other), page),
  );
  return FOLDER;
}
