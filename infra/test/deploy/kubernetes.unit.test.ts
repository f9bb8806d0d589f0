import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PATHS_OF_PROGRAMS } from '@ledgate/domain/catalogue/paths-of-programs';
import { environmentSchema } from '../../src/server/config/environment-schema.ts';
import { STOP_LIMIT_MS } from '../../src/limits.ts';
import { listIn, nameOf, ROOT, type Tree, treeIn, valueIn } from './deployment-files.ts';
import { base, production } from './kustomization.ts';
import { manifestFaults } from './manifest-faults.ts';

const deployments = base.manifests
  .filter(({ kind }) => kind === 'Deployment')
  .map((manifest) => [nameOf(manifest), manifest] as const);
const podOf = (manifest: Tree): Tree => treeIn(manifest, 'spec', 'template', 'spec');
const containerOf = (manifest: Tree): Tree => treeIn({ one: listIn(podOf(manifest), 'containers')[0] }, 'one');
const { PORT: port } = environmentSchema.parse({});

describe('the manifests of the base', () => {
  it.each(base.manifests.map((manifest) => [nameOf(manifest), manifest] as const))(
    "are what Kubernetes' schema allows: %s",
    (_name, manifest) => {
      expect(manifestFaults(manifest)).toEqual([]);
    },
  );

  it('would not pass with a slip in a name, deep in a manifest, or with a wrong type', () => {
    const [, manifest] = deployments[0] ?? ['', {}];
    const changed = (container: Tree): Tree => ({
      ...manifest,
      spec: {
        ...treeIn(manifest, 'spec'),
        template: { ...treeIn(manifest, 'spec', 'template'), spec: { ...podOf(manifest), containers: [container] } },
      },
    });
    const container = containerOf(manifest);
    expect(manifestFaults(changed({ ...container, securityContext: { readOnlyRootFileSystem: true } }))).toEqual([
      expect.stringContaining('readOnlyRootFileSystem: an unknown field'),
    ]);
    expect(manifestFaults(changed({ ...container, image: 7 }))).not.toEqual([]);
  });

  it.each(deployments)('wait longer than stopping takes: %s', (_name, manifest) => {
    const pause = valueIn(containerOf(manifest), 'lifecycle', 'preStop', 'sleep', 'seconds');
    expect(Number(pause)).toBeGreaterThan(0);
    expect(Number(podOf(manifest)['terminationGracePeriodSeconds'])).toBeGreaterThan(
      Number(pause) + STOP_LIMIT_MS / 1_000,
    );
  });

  it.each(deployments)("ask at the product's port and paths: %s", (_name, manifest) => {
    const container = containerOf(manifest);
    expect(listIn(container, 'ports')).toEqual([{ name: 'http', containerPort: port }]);
    expect(base.settings.get('PORT')).toBe(String(port));
    expect(
      ['startupProbe', 'livenessProbe', 'readinessProbe'].map((probe) => valueIn(container, probe, 'httpGet')),
    ).toEqual(['/healthz', '/healthz', '/readyz'].map((path) => ({ path, port: 'http' })));
  });

  /** Files of finance: the worker writes them, the api reads them. */
  const EXPORTING = ['Deployment ledgate-api', 'Deployment ledgate-worker'];

  it.each(deployments)('run with as little as they need: %s', (_name, manifest) => {
    expect(podOf(manifest)).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    const container = containerOf(manifest);
    expect(container['securityContext']).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(Object.keys(treeIn(container, 'resources', 'requests'))).toEqual(['cpu', 'memory']);
    expect(Object.keys(treeIn(container, 'resources', 'limits'))).toEqual(['memory']);
    expect(
      listIn(container, 'volumeMounts')
        .filter((mount) => valueIn(mount, 'readOnly') !== true)
        .map((mount) => valueIn(mount, 'mountPath')),
    ).toEqual(EXPORTING.includes(nameOf(manifest)) ? ['/data', '/exports', '/tmp'] : ['/data', '/tmp']);
  });

  it.each(deployments)('are spread over nodes, and keep going when a node is emptied: %s', (_name, manifest) => {
    const labels = treeIn(manifest, 'spec', 'selector', 'matchLabels');
    expect(treeIn(manifest, 'spec', 'template', 'metadata', 'labels')).toEqual(labels);
    expect(listIn(podOf(manifest), 'topologySpreadConstraints')).toEqual([
      expect.objectContaining({ topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: labels } }),
    ]);
    const budgets = base.manifests.filter(
      (other) =>
        other['kind'] === 'PodDisruptionBudget' &&
        JSON.stringify(valueIn(other, 'spec', 'selector', 'matchLabels')) === JSON.stringify(labels),
    );
    expect(budgets.map((budget) => valueIn(budget, 'spec', 'maxUnavailable'))).toEqual([1]);
    expect(Number(valueIn(manifest, 'spec', 'replicas'))).toBeGreaterThan(1);
  });

  it.each(deployments)('take secrets from Secrets, which are in no file: %s', (_name, manifest) => {
    const secrets = listIn(podOf(manifest), 'volumes').flatMap(
      (volume) => valueIn(volume, 'secret', 'secretName') ?? [],
    );
    const ofRole: Readonly<Record<string, readonly string[]>> = {
      'Deployment ledgate-api': ['ledgate', 'ledgate-master-key'],
      'Deployment ledgate-relay': ['ledgate', 'ledgate-master-key'],
      'Deployment ledgate-worker': ['ledgate', 'ledgate-master-key', 'ledgate-ledger-key', 'ledgate-administrator'],
    };
    expect(secrets).toEqual(ofRole[nameOf(manifest)] ?? ['ledgate']);
    expect([...base.manifests, ...production.manifests].some(({ kind }) => kind === 'Secret')).toBe(false);
  });

  it('send requests to services that select pods, but for the one that stands for nowhere', () => {
    const paths = listIn(
      base.manifests.find(({ kind }) => kind === 'Ingress'),
      'spec',
      'rules',
    )
      .flatMap((rule) => listIn(rule, 'http', 'paths'))
      .map((path) => [valueIn(path, 'path'), valueIn(path, 'backend', 'service', 'name')]);
    expect(paths).toEqual([
      ['/healthz', 'ledgate-nowhere'],
      ['/readyz', 'ledgate-nowhere'],
      ['/metrics', 'ledgate-nowhere'],
      ...PATHS_OF_PROGRAMS.map((path) => [path, 'ledgate-relay']),
      ['/', 'ledgate-api'],
    ]);
    const services = base.manifests.filter(({ kind }) => kind === 'Service');
    const selected = services.map((service) => [
      valueIn(service, 'metadata', 'name'),
      deployments
        .filter(([, { metadata }]) => {
          const selector = valueIn(service, 'spec', 'selector');
          return selector !== undefined && JSON.stringify(valueIn(metadata, 'labels')) === JSON.stringify(selector);
        })
        .map(([name]) => name),
    ]);
    expect(selected).toEqual([
      ['ledgate-api', ['Deployment ledgate-api']],
      ['ledgate-relay', ['Deployment ledgate-relay']],
      ['ledgate-nowhere', []],
    ]);
  });

  it('close all pods in both directions, and open what is named', () => {
    const policies = base.manifests.filter(({ kind }) => kind === 'NetworkPolicy');
    const closed = policies.find((policy) => nameOf(policy) === 'NetworkPolicy ledgate-closed');
    expect(closed?.['spec']).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'ledgate' } },
      policyTypes: ['Ingress', 'Egress'],
    });
    const ports = policies
      .flatMap((policy) => listIn(policy, 'spec', 'ingress'))
      .flatMap((rule) => listIn(rule, 'ports'))
      .map((one) => valueIn(one, 'port'));
    expect(new Set(ports)).toEqual(new Set([port]));
  });
});

describe('traces', () => {
  it('reach the collector that the overlay names, from every pod, and nothing else there', () => {
    const { hostname, port: collectorPort } = new URL(production.settings.get('OTEL_EXPORTER_OTLP_ENDPOINT') ?? '');
    const namespace = /^[^.]+\.([^.]+)\.svc\.cluster\.local$/.exec(hostname)?.[1];
    const [policy, ...others] = base.manifests.filter((manifest) =>
      listIn(manifest, 'spec', 'egress').some((rule) =>
        listIn(rule, 'ports').some((one) => String(valueIn(one, 'port')) === collectorPort),
      ),
    );
    expect(others).toEqual([]);
    expect(policy?.['spec']).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'ledgate' } },
      policyTypes: ['Egress'],
      egress: [
        {
          to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } }],
          ports: [{ port: Number(collectorPort), protocol: 'TCP' }],
        },
      ],
    });
  });
});

describe('the overlay for production', () => {
  it('changes only what the base has', () => {
    const names = new Set(base.manifests.map(nameOf));
    expect(production.patches.map(nameOf).filter((name) => !names.has(name))).toEqual([]);
    expect(listIn(production.content, 'bases')).toEqual(['../../base']);
  });

  it('names an image with the version of this release', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(deployments.map(([, manifest]) => containerOf(manifest)['image'])).toEqual(
      deployments.map(() => `ledgate:${version}`),
    );
    expect(listIn(production.content, 'images')).toEqual([
      { name: 'ledgate', newName: expect.any(String), newTag: version },
    ]);
  });
});
