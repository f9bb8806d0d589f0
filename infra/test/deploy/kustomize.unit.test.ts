import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DEPLOY, listIn, manifestsIn, nameOf, type Tree, treeIn, valueIn } from './deployment-files.ts';
import { base, production } from './kustomization.ts';
import { manifestFaults } from './manifest-faults.ts';

const hasKubectl = spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0;
const required = process.env['REQUIRE_KUBECTL'] === '1';

function built(folder: string): readonly Tree[] {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', join(DEPLOY, folder)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`kubectl kustomize ${folder}: ${stderr}`);
  return manifestsIn(stdout);
}

const containersOf = (manifests: readonly Tree[]): readonly unknown[] =>
  manifests
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap((manifest) => listIn(manifest, 'spec', 'template', 'spec', 'containers'));

const suite = () => {
  it.each([base, production])("builds $folder, each manifest as Kubernetes' schema allows", ({ folder }) => {
    const manifests = built(folder);
    expect(
      manifests.flatMap((manifest) => manifestFaults(manifest).map((fault) => `${nameOf(manifest)}: ${fault}`)),
    ).toEqual([]);
    expect(manifests).toHaveLength(
      base.manifests.length + 1 + (folder === base.folder ? 0 : production.manifests.length),
    );
  });

  it('gives every container the settings of base and overlay, under a name that changes with them', () => {
    const manifests = built(production.folder);
    const settings = manifests.find(({ kind }) => kind === 'ConfigMap');
    expect(treeIn(settings, 'data')).toEqual(Object.fromEntries([...base.settings, ...production.settings]));
    const name = valueIn(settings, 'metadata', 'name');
    expect(name).toMatch(/^ledgate-\w+$/);
    for (const container of containersOf(manifests))
      expect(listIn(container, 'envFrom')).toEqual([{ configMapRef: { name } }]);
  });

  it('puts everything into one namespace, with the image of the registry', () => {
    const manifests = built(production.folder);
    expect(
      new Set(
        manifests
          .filter(({ kind }) => kind !== 'Namespace')
          .map((manifest) => valueIn(manifest, 'metadata', 'namespace')),
      ),
    ).toEqual(new Set(['ledgate']));
    const [image] = listIn(production.content, 'images');
    expect(new Set(containersOf(manifests).map((container) => valueIn(container, 'image')))).toEqual(
      new Set([`${String(valueIn(image, 'newName'))}:${String(valueIn(image, 'newTag'))}`]),
    );
  });

  it("puts the overlay's patches in place of the base's values, and leaves the rest", () => {
    const manifests = built(production.folder);
    const relay = manifests.find((manifest) => nameOf(manifest) === 'Deployment ledgate-relay');
    const [patch] = production.patches;
    expect(valueIn(relay, 'spec', 'replicas')).toBe(valueIn(patch, 'spec', 'replicas'));
    expect(
      containersOf(manifests).every(
        (container) => valueIn(container, 'securityContext', 'readOnlyRootFilesystem') === true,
      ),
    ).toBe(true);
    const databases = manifests.find((manifest) => nameOf(manifest) === 'NetworkPolicy ledgate-databases');
    expect(listIn(databases, 'spec', 'egress').every((rule) => listIn(rule, 'to').length === 1)).toBe(true);
  });
};

const TITLE = 'kubectl kustomize';
if (hasKubectl) describe(TITLE, suite);
else if (required)
  describe(TITLE, () => {
    it('is there, as REQUIRE_KUBECTL demands', () => {
      throw new Error('no kubectl was found (Debian: apt-get install kubernetes-client)');
    });
  });
else describe.skip(`${TITLE} (NOT RUN: no kubectl was found; Debian: apt-get install kubernetes-client)`, suite);
