import { describe, expect, it } from '@jest/globals';
import { readEnvironment } from '../../src/server/config/config.ts';
import { environmentSchema, SECRETS } from '../../src/server/config/environment-schema.ts';
import { WITHOUT_PLACE } from './places-of-variables.ts';
import { composeFile, isTree, listIn, ourServices, processes, textOf, treeIn, valueIn } from './deployment-files.ts';
import { base, production } from './kustomization.ts';

const SCHEMA: readonly string[] = Object.keys(environmentSchema.shape);
const KNOWN: ReadonlySet<string> = new Set([...SCHEMA, ...SECRETS.map((name) => `${name}_FILE`)]);
const SECRET_NAMES: readonly string[] = SECRETS;

/** Set in the image for Node and its packages. */
const OF_NODE = ['NODE_ENV'];

const ofImage = new Map(
  [...textOf('Dockerfile').matchAll(/^ENV (.+)$/gm)]
    .flatMap(([, pairs = '']) => pairs.split(' ').map((pair) => pair.split('=')))
    .map(([name = '', value = '']) => [name, value] as const),
);

const ofService = (service: unknown): ReadonlyMap<string, string> =>
  new Map(Object.entries(treeIn(service, 'environment')).map(([name, value]) => [name, String(value)]));

/** Of the one container of a Deployment, beside the ConfigMap. */
const ofDeployment = (manifest: unknown): ReadonlyMap<string, string> =>
  new Map(
    listIn(manifest, 'spec', 'template', 'spec', 'containers')
      .flatMap((container) => listIn(container, 'env'))
      .map((variable) => [String(valueIn(variable, 'name')), String(valueIn(variable, 'value'))]),
  );

const deployments = base.manifests.filter(({ kind }) => kind === 'Deployment');

/** Where variables are set, by name. */
const places: readonly (readonly [string, ReadonlyMap<string, string>])[] = [
  ['Dockerfile', new Map([...ofImage].filter(([name]) => !OF_NODE.includes(name)))],
  ...ourServices.map(([name, service]) => [`compose.yaml, ${name}`, ofService(service)] as const),
  ['kubernetes/base, ConfigMap', base.settings],
  ['kubernetes/overlays/production, ConfigMap', production.settings],
  ...deployments.map(
    (manifest) =>
      [`kubernetes/base, ${String(valueIn(manifest, 'metadata', 'name'))}`, ofDeployment(manifest)] as const,
  ),
];

const withoutFile = (name: string): string =>
  name.endsWith('_FILE') && SECRET_NAMES.includes(name.slice(0, -'_FILE'.length))
    ? name.slice(0, -'_FILE'.length)
    : name;

describe('variables in the deployment files', () => {
  it.each(places)('are variables of the product: %s', (_place, variables) => {
    expect([...variables.keys()].filter((name) => !KNOWN.has(name))).toEqual([]);
  });

  it('are all variables of the product, but for those that have no place there, with a reason', () => {
    const placed = new Set(places.flatMap(([, variables]) => [...variables.keys()].map(withoutFile)));
    expect(SCHEMA.filter((name) => !placed.has(name) && !(name in WITHOUT_PLACE))).toEqual([]);
    expect(Object.keys(WITHOUT_PLACE).filter((name) => placed.has(name) || !SCHEMA.includes(name))).toEqual([]);
  });

  it.each(places)('hold no secret themselves, only names of files: %s', (_place, variables) => {
    // An address of EventStoreDB without a password in it is none.
    const open = [...variables].filter(
      ([name, value]) => SECRET_NAMES.includes(name) && !(name === 'EVENTSTORE_URL' && !value.includes('@')),
    );
    expect(open.map(([name]) => name)).toEqual([]);
  });

  it('name files that the container has: Compose', () => {
    for (const [name, service] of ourServices) {
      const mounted = listIn(service, 'secrets').map((secret) => `/run/secrets/${String(secret)}`);
      const named = [...ofService(service)].filter(([variable]) => variable.endsWith('_FILE')).map(([, path]) => path);
      expect({ name, missing: named.filter((path) => !mounted.includes(path)) }).toEqual({ name, missing: [] });
      expect({ name, unused: mounted.filter((path) => !named.includes(path)) }).toEqual({ name, unused: [] });
    }
    expect(Object.keys(treeIn(composeFile, 'secrets'))).toEqual(
      expect.arrayContaining(ourServices.flatMap(([, service]) => listIn(service, 'secrets'))),
    );
  });

  it('name files in folders that the container has: Kubernetes', () => {
    for (const manifest of deployments) {
      const mounts = listIn(manifest, 'spec', 'template', 'spec', 'containers')
        .flatMap((container) => listIn(container, 'volumeMounts'))
        .map((mount) => String(valueIn(mount, 'mountPath')));
      const named = [...base.settings, ...production.settings, ...ofDeployment(manifest)]
        .filter(([variable]) => variable.endsWith('_FILE'))
        .map(([, path]) => path);
      expect(named.filter((path) => !mounts.some((mount) => path.startsWith(`${mount}/`)))).toEqual([]);
    }
  });
});

describe('the configuration of each process', () => {
  const STAND_INS: Readonly<Record<string, string>> = {
    DATABASE_URL: 'postgres://ledgate@postgres/ledgate',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  /** Secrets stand in for their files. */
  const withSecrets = (variables: ReadonlyMap<string, string>): Record<string, string> =>
    Object.fromEntries(
      [...ofImage, ...variables].map(([name, value]) => {
        const secret = withoutFile(name);
        return secret === name ? [name, value] : [secret, STAND_INS[secret] ?? 'secret'];
      }),
    );
  const shellDefaults = (value: string): string => value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

  const all: readonly (readonly [string, ReadonlyMap<string, string>])[] = [
    ...processes.map(
      ([name, service]) =>
        [
          `Compose, ${name}`,
          new Map([...ofService(service)].map(([variable, value]) => [variable, shellDefaults(value)])),
        ] as const,
    ),
    ...deployments.flatMap((manifest) =>
      [base.settings, new Map([...base.settings, ...production.settings])].map(
        (settings, index) =>
          [
            `Kubernetes, ${['base', 'production'][index]}, ${String(valueIn(manifest, 'metadata', 'name'))}`,
            new Map([...settings, ...ofDeployment(manifest)]),
          ] as const,
      ),
    ),
  ];

  it.each(all)('is one that the product starts with: %s', (_name, variables) => {
    expect(() => readEnvironment(withSecrets(variables))).not.toThrow();
  });

  it('has each role once in Compose and once in Kubernetes', () => {
    const roles = ['api', 'projector', 'publisher', 'relay', 'worker'];
    expect(processes.map(([, service]) => valueIn(service, 'environment', 'ROLES')).toSorted()).toEqual(roles);
    expect(deployments.map((manifest) => ofDeployment(manifest).get('ROLES')).toSorted()).toEqual(roles);
  });

  it('keeps the master key from those who only read and publish events', () => {
    const knowing = all.filter(([, variables]) => variables.has('MASTER_KEY_FILE')).map(([name]) => name);
    expect(new Set(knowing.map((name) => name.replace(/^.*[ -]/u, '')))).toEqual(new Set(['api', 'relay', 'worker']));
    expect(all.filter(([name]) => /(?:api|relay|worker)$/u.test(name))).toHaveLength(knowing.length);
  });

  it.each([
    ['the administrator of EventStoreDB', 'EVENTSTORE_ADMIN_USER'],
    ["the ledger's key", 'LEDGER_KEY_FILE'],
  ])('lets the worker alone know %s', (_what, variable) => {
    const knowing = all.filter(([, variables]) => variables.has(variable)).map(([name]) => name);
    expect(knowing.every((name) => name.endsWith('worker'))).toBe(true);
    expect(knowing).not.toEqual([]);
    expect(isTree(composeFile)).toBe(true);
  });
});
