import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

/** The root of the repository. */
export const ROOT = join(import.meta.dirname, '..', '..', '..');
export const DEPLOY = join(ROOT, 'infra', 'deploy');

export type Tree = { readonly [key: string]: unknown };

export const textOf = (path: string): string => readFileSync(join(DEPLOY, path), 'utf8');

/** A tree in a tree, or an empty one where there is none. */
export function treeIn(tree: unknown, ...path: readonly string[]): Tree {
  const found = valueIn(tree, ...path);
  return isTree(found) ? found : {};
}

export function valueIn(tree: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isTree(inner) ? inner[key] : undefined), tree);
}

export const listIn = (tree: unknown, ...path: readonly string[]): readonly unknown[] => {
  const found = valueIn(tree, ...path);
  return Array.isArray(found) ? found : [];
};

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const composeFile: Tree = treeIn({ file: parse(textOf('compose.yaml'), { merge: true }) as unknown }, 'file');

/** The image that this repository builds, without its tag. */
const OUR_IMAGE = /^ledgate:/;

/** Services of compose.yaml that run our image, by name. */
export const ourServices: readonly (readonly [string, Tree])[] = Object.entries(
  treeIn(composeFile, 'services'),
).flatMap(([name, service]) =>
  isTree(service) && OUR_IMAGE.test(String(service['image'])) ? [[name, service] as const] : [],
);

/** Those of them that go on running: each has roles. */
export const processes = ourServices.filter(([, service]) => 'ROLES' in treeIn(service, 'environment'));

export const manifestsIn = (yaml: string): readonly Tree[] =>
  parseAllDocuments(yaml).flatMap((document) => {
    const content: unknown = document.toJS();
    return isTree(content) ? [content] : [];
  });

export const nameOf = (manifest: Tree): string =>
  `${String(manifest['kind'])} ${String(valueIn(manifest, 'metadata', 'name'))}`;

/** Names and values of `KEY=VALUE` lines. */
export const literals = (lines: readonly unknown[]): readonly (readonly [string, string])[] =>
  lines.map((line) => {
    const [name = '', ...rest] = String(line).split('=');
    return [name, rest.join('=')] as const;
  });
