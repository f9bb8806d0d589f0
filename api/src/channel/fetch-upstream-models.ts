import { z } from 'zod';
import type { UpstreamModelsFault } from '../http/problem.ts';
import { UPSTREAM_MODELS_BYTES_MAX, UPSTREAM_MODELS_TIMEOUT_MS } from '../limits.ts';

export type UpstreamModels =
  | { readonly ok: true; readonly models: readonly string[] }
  | { readonly ok: false; readonly fault: UpstreamModelsFault };

const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The only type whose address everybody knows and whose list has this shape. */
const BASE_URLS: Readonly<Record<number, string>> = { 1: 'https://api.openai.com' };

/** The ids in `{base}/v1/models`, asked with the channel's key (contract A.5). Whatever the upstream does is an answer; it never throws. */
export async function fetchUpstreamModels({
  type,
  baseUrl,
  key,
}: {
  readonly type: number;
  readonly baseUrl: string;
  readonly key: string;
}): Promise<UpstreamModels> {
  const base = (baseUrl === '' ? (BASE_URLS[type] ?? '') : baseUrl).replace(/\/+$/, '');
  if (base === '') return { ok: false, fault: { rule: 'no_address' } };
  try {
    const response = await fetch(`${base}/v1/models`, {
      headers: { Authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(UPSTREAM_MODELS_TIMEOUT_MS),
    });
    if (!response.ok) return { ok: false, fault: { rule: 'status', status: response.status } };
    const text = await limited(response);
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

/** What the system calls it (`ECONNREFUSED`), '' without: messages may quote the request, whose header is the channel's key. */
function systemCodeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : '';
}

/** The body as text; undefined when it is longer than anybody's list of models. */
async function limited(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes as Uint8Array, { stream: true });
    if (text.length > UPSTREAM_MODELS_BYTES_MAX) return undefined;
  }
  return text + decoder.decode();
}
