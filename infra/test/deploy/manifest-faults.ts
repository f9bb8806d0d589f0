import { Deployment } from 'kubernetes-models/apps/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { isTree, type Tree } from './deployment-files.ts';

const KINDS = [
  Deployment,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  ConfigMap,
  Namespace,
  PersistentVolumeClaim,
  Service,
] as const;

/**
 * What is wrong with a manifest by the Kubernetes schema of its kind: what the schema refuses, and fields that it does not know. Schemas of Kubernetes
 * allow fields that they do not name, so those are found by what the validator never asks for.
 */
export function manifestFaults(manifest: Tree): readonly string[] {
  const kind = KINDS.find((one) => one.apiVersion === manifest['apiVersion'] && one.kind === manifest['kind']);
  if (kind === undefined)
    return [`${String(manifest['apiVersion'])} ${String(manifest['kind'])}: a kind that is not checked`];
  const asked = new Set<string>();
  try {
    Reflect.apply(kind.prototype.validate, watched(manifest, '', asked), []);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  return neverAsked(manifest, '', asked).map((path) => `${path}: an unknown field`);
}

/** Notes in `asked` the path of each property that is read. */
function watched(tree: object, path: string, asked: Set<string>): object {
  return new Proxy(tree, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof key !== 'string') return value;
      asked.add(`${path}/${key}`);
      return typeof value === 'object' && value !== null ? watched(value, `${path}/${key}`, asked) : value;
    },
  });
}

function neverAsked(value: unknown, path: string, asked: ReadonlySet<string>): readonly string[] {
  if (!isTree(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    asked.has(`${path}/${key}`) ? neverAsked(inner, `${path}/${key}`, asked) : [`${path}/${key}`],
  );
}
