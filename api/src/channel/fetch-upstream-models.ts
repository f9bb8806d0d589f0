import { channelTypeOf } from '@ledgate/domain/channel/channel-types';
import { z } from 'zod';
import type { UpstreamModelsFault } from '../http/problem.ts';
import { UPSTREAM_MODELS_BYTES_MAX, UPSTREAM_MODELS_TIMEOUT_MS } from '../limits.ts';
import type { AskUpstream } from '../ports.ts';

type UpstreamModels =
  | { readonly ok: true; readonly models: readonly string[] }
  | { readonly ok: false; readonly fault: UpstreamModelsFault };

/** As far as its list of models asks for it. `proxy`: '' for none. */
export type Listing = {
  readonly type: number;
  readonly baseUrl: string;
  readonly key: string;
  readonly proxy: string;
};

const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/**
 * The ids in `{base}/v1/models`, asked with the channel's key by the way of its calls (docs/behaviour.md#upstream-models). Whatever the upstream does is
 * an answer; it never throws.
 */
export async function fetchUpstreamModels(
  { type, baseUrl, key, proxy }: Listing,
  askUpstream: AskUpstream,
): Promise<UpstreamModels> {
  const base = (baseUrl === '' ? knownAddress(type) : baseUrl).replace(/\/+$/, '');
  if (base === '') return { ok: false, fault: { rule: 'no_address' } };
  try {
    const { status, text } = await askUpstream({
      url: `${base}/v1/models`,
      headers: { Authorization: `Bearer ${key}` },
      proxy,
      timeoutMs: UPSTREAM_MODELS_TIMEOUT_MS,
      bytesMax: UPSTREAM_MODELS_BYTES_MAX,
    });
    if (status < 200 || status > 299) return { ok: false, fault: { rule: 'status', status } };
    const parsed = text === undefined ? undefined : listSchema.safeParse(JSON.parse(text));
    if (parsed?.success !== true) return { ok: false, fault: { rule: 'no_list' } };
    return { ok: true, models: [...new Set(parsed.data.data.map(({ id }) => id))] };
  } catch (error) {
    return {
      ok: false,
      fault: error instanceof SyntaxError ? { rule: 'no_list' } : { rule: 'unreachable', cause: systemCodeOf(error) },
    };
  }
}

/** Where nobody gave an address: only providers whose list has this shape are asked. */
const knownAddress = (type: number): string => {
  const facts = channelTypeOf(type);
  return facts?.listsModels === true ? facts.defaultBaseUrl : '';
};

/** What the system calls it (`ECONNREFUSED`), '' without: messages may quote the request, whose header is the channel's key. */
function systemCodeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : '';
}
