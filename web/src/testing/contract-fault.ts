import { mayCall } from '@ledgate/api/contract/access';
import type { RouteSpec } from '@ledgate/api/contract/route';
import { contract } from '@ledgate/api/contract/routes';
import { canonicalJson } from '@ledgate/domain/shared/canonical-json';

type Call = { readonly method: string; readonly url: URL };

const ROUTES: readonly RouteSpec[] = Object.values(contract).flatMap((routes): RouteSpec[] => Object.values(routes));

/**
 * Why the contract would not allow an answer, as it is sent; undefined where it does. A success has what the call's schemas say and nothing else; a
 * refusal, and a failure of the server, have no data.
 */
export function contractFault(
  call: Call,
  { status, body }: { readonly status: number; readonly body: unknown },
): string | undefined {
  if (status !== 200) return undefined;
  const spec = specOf(call);
  if ((spec?.answers === 'csv' || spec?.answers === 'file') && typeof body === 'string') return undefined;
  const sent = wrapped(spec, JSON.parse(JSON.stringify(body ?? null)));
  if (typeof sent !== 'object' || sent === null) return 'the answer has no wrapper';
  const { success, message, data, ...beside } = sent as Readonly<Record<string, unknown>>;
  if (typeof success !== 'boolean' || typeof message !== 'string') return 'the wrapper lacks success or message';
  if (spec === undefined) return 'the contract has no such call';
  if (!success) return data === undefined ? undefined : 'a refusal with data';
  return (
    faultIn('data', spec.data, data) ??
    (spec.beside === undefined ? unknownIn(beside) : faultIn('beside data', spec.beside, beside))
  );
}

/** A call of payments has no `success`, and the text of a refusal is its data. */
function wrapped(spec: RouteSpec | undefined, sent: unknown): unknown {
  if (spec?.answers !== 'payment' || typeof sent !== 'object' || sent === null || 'success' in sent) return sent;
  const { message, data, ...beside } = sent as { readonly message?: unknown; readonly data?: unknown };
  if (message === 'success') return { success: true, message: '', data, ...beside };
  return message === 'error' ? { success: false, message: data, ...beside } : sent;
}

const unknownIn = (beside: object): string | undefined =>
  Object.keys(beside).length === 0 ? undefined : `unknown beside data: ${Object.keys(beside).join(', ')}`;

function faultIn(where: string, schema: RouteSpec['data'], sent: unknown): string | undefined {
  const { success, data, error } = schema.safeParse(sent);
  if (!success) return `${where}: ${error.message}`;
  return canonicalJson(data) === canonicalJson(sent)
    ? undefined
    : `${where}: has fields that the contract does not know, of ${JSON.stringify(sent).slice(0, 300)}`;
}

/** Why nobody of this role and these permissions would be let make a call; undefined where he would. */
export function accessFault(
  call: Call,
  who: { readonly role: number; readonly permissions: readonly string[] },
): string | undefined {
  const spec = specOf(call);
  return spec === undefined || mayCall(spec, who) ? undefined : 'a call that this person may not make';
}

/** As the router finds it: the first that matches, one for a value of a parameter before the one for all others. */
function specOf({ method, url }: Call): RouteSpec | undefined {
  const path = url.pathname.replace(/\/$/u, '');
  return ROUTES.filter(
    (spec) =>
      spec.method === method &&
      new RegExp(`^${spec.path.replace(/\/$/u, '').replaceAll(/\{[^}]+\}/gu, '[^/]+')}$`, 'u').test(path) &&
      (spec.when === undefined || url.searchParams.get(spec.when[0]) === spec.when[1]),
  ).toSorted((one, other) => rank(one) - rank(other))[0];
}

/** Paths without a parameter come first, then what is for a value alone. */
const rank = ({ path, when }: RouteSpec): number => (path.includes('{') ? 2 : 0) + (when === undefined ? 1 : 0);
