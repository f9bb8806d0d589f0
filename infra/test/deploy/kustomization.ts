import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { DEPLOY, listIn, literals, manifestsIn, type Tree, valueIn } from './deployment-files.ts';

type Kustomization = {
  /** The folder below infra/deploy. */
  readonly folder: string;
  readonly content: unknown;
  /** Of its own files, without its bases'. */
  readonly manifests: readonly Tree[];
  readonly patches: readonly Tree[];
  /** What it writes into the ConfigMap of the product. */
  readonly settings: ReadonlyMap<string, string>;
};

const yamlIn = (folder: string, file: unknown): string => readFileSync(join(DEPLOY, folder, String(file)), 'utf8');

/** As it is written, nothing built: for what must hold without kubectl. */
function read(folder: string): Kustomization {
  const content: unknown = parse(yamlIn(folder, 'kustomization.yaml'));
  const settings = listIn(content, 'configMapGenerator')
    .filter((generator) => valueIn(generator, 'name') === 'ledgate')
    .flatMap((generator) => literals(listIn(generator, 'literals')));
  return {
    folder,
    content,
    settings: new Map(settings),
    manifests: listIn(content, 'resources').flatMap((file) => manifestsIn(yamlIn(folder, file))),
    patches: listIn(content, 'patchesStrategicMerge').flatMap((file) => manifestsIn(yamlIn(folder, file))),
  };
}

export const base = read('kubernetes/base');
export const production = read('kubernetes/overlays/production');
