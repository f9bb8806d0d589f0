import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../wire/json.ts';
import { type Difference, differencesOf } from './differences.ts';
import { BASE, type Probe } from './probe-chats.ts';
import type { Probed } from './probed-request.ts';

/** What becomes of what a caller may ask: it goes up as it is, or elsewhere, stays behind, or is refused. */
export type MemberFinding = {
  readonly name: string;
  readonly kind?: string;
  readonly fate: 'same' | 'moved' | 'left' | 'refused';
  /** Where it stands in what goes up; of what goes up as it is, what goes up beside it. */
  readonly at: readonly string[];
  /** It says something else there than the caller wrote. */
  readonly isConverted: boolean;
  /** The role of the message in which it stands, where that is another one. */
  readonly role?: string;
  /** Of numbers: what goes up in place of the least and the greatest, where that is not what was asked for. */
  readonly least?: number;
  readonly greatest?: number;
  /** Of the least and the greatest, those that are left out instead. */
  readonly notThese?: readonly number[];
  /** The least number that is refused. */
  readonly refusedFrom?: number;
  /** It is no member of a body, and changes the path. */
  readonly isInPath?: true;
  /** Its provider takes the bytes alone, which are fetched. */
  readonly isFetched?: true;
};

/** Undefined: it cannot be asked at all. A text: the field that is refused. */
type Send = (fields: JsonObject) => Promise<Probed | string | undefined>;

/** `takesBytes`: addresses of pictures have become bytes before the adapter sees them. `restless`: what differs each time, whatever is asked. */
type Manner = { readonly takesBytes: boolean; readonly restless: ReadonlySet<string> };

/** By requests that differ in what is probed alone. */
export async function findingOf(probe: Probe, send: Send, { takesBytes, restless }: Manner): Promise<MemberFinding> {
  const { name, kind, numbers, asBytes } = probe;
  const named = { name, ...(kind === undefined ? {} : { kind }), isConverted: false };
  const isFetched = takesBytes && asBytes !== undefined;
  const { without, asked } = isFetched ? asBytes : probe;
  const sent = await send(asked);
  // What cannot be asked without it is compared with a chat that asks for nothing.
  const [context, bare] = await firstTaken([without, BASE], send);
  const refusedFrom = numbers === undefined ? undefined : await leastRefused(probe, send);
  if (typeof sent !== 'object' || typeof bare !== 'object')
    return { ...named, fate: 'refused', at: [], ...(refusedFrom === undefined ? {} : { refusedFrom }) };
  const wanted = differencesOf(asked, context);
  const found = differencesOf(sent.body, bare.body).filter((one) => !restless.has(one.at));
  if (found.length === 0)
    return sent.path === bare.path
      ? { ...named, fate: 'left', at: [] }
      : { ...named, fate: 'moved', at: [], isInPath: true };
  const at = [...new Set(found.map((one) => one.at))];
  const role = roleIn(found, wanted);
  const beside = found.filter(
    (one) => !wanted.some((other) => isDeepStrictEqual([other.at, other.value], [one.at, one.value])),
  );
  const isSame = !isFetched && role === undefined && found.length - beside.length === wanted.length;
  return {
    ...named,
    fate: isSame ? 'same' : 'moved',
    at: isSame ? beside.map((one) => one.at) : at,
    isConverted: !isSame && numbers === undefined && !isDeepStrictEqual(found.map(valueOf), wanted.map(valueOf)),
    ...(role === undefined ? {} : { role }),
    ...(isFetched ? { isFetched } : {}),
    ...(numbers === undefined ? {} : await boundsOf(probe, send, at)),
    ...(refusedFrom === undefined ? {} : { refusedFrom }),
  };
}

async function firstTaken(
  all: readonly JsonObject[],
  send: Send,
): Promise<readonly [JsonObject, Awaited<ReturnType<Send>>]> {
  for (const fields of all) {
    const sent = await send(fields);
    if (typeof sent === 'object') return [fields, sent];
  }
  return [BASE, undefined];
}

const valueOf = ({ value }: Difference): unknown => value;

function roleIn([found]: readonly Difference[], [wanted]: readonly Difference[]): string | undefined {
  const role = found?.role;
  return typeof role === 'string' && wanted?.role !== undefined && role !== wanted.role ? role : undefined;
}

const withNumber = ({ asked, without }: Probe, value: number): JsonObject =>
  Object.fromEntries(Object.entries(asked).map(([name, said]) => [name, name in without ? said : value]));

/** Numbers that go up in place of others. */
async function boundsOf(
  probe: Probe,
  send: Send,
  at: readonly string[],
): Promise<Pick<MemberFinding, 'least' | 'greatest' | 'notThese'>> {
  const notThese: number[] = [];
  const sentFor = async (value: number): Promise<number | undefined> => {
    const sent = await send(withNumber(probe, value));
    const found = typeof sent === 'object' ? at.map((path) => numberAt(sent.body, path)) : [value];
    const number = found.find((one) => one !== undefined);
    // One choice is what everybody answers with who is not told.
    if (number === undefined && probe.name !== '`n`') notThese.push(value);
    return number;
  };
  const [least = 0, greatest = 0] = [probe.numbers?.[0], probe.numbers?.at(-1)];
  const [low, high] = [await sentFor(least), await sentFor(greatest)];
  return {
    ...(notThese.length === 0 ? {} : { notThese }),
    ...(low !== undefined && low > least ? { least: low } : {}),
    ...(high !== undefined && high < greatest ? { greatest: high } : {}),
  };
}

/** Of whole numbers; undefined where the greatest is taken. */
async function leastRefused(probe: Probe, send: Send): Promise<number | undefined> {
  const isRefused = async (value: number): Promise<boolean> =>
    typeof (await send(withNumber(probe, value))) === 'string';
  let [taken = 0, refused = 0] = [probe.numbers?.[0], probe.numbers?.at(-1)];
  if (!(await isRefused(refused))) return undefined;
  if (await isRefused(taken)) return taken;
  while (refused - taken > 1) {
    const middle = Math.floor((taken + refused) / 2);
    if (await isRefused(middle)) refused = middle;
    else taken = middle;
  }
  return refused;
}

/** At a path without lists. */
function numberAt(body: JsonObject, path: string): number | undefined {
  let value: unknown = body;
  for (const name of path.split('.'))
    value = typeof value === 'object' && value !== null ? (value as JsonObject)[name] : undefined;
  return typeof value === 'number' ? value : undefined;
}
