import { Agent, fetch } from 'undici';
import { CONNECT_TIMEOUT_MS } from '../limits.ts';
import { connectionsTo } from './connections.ts';

/** `proxy`: as in Upstreams.send. `timeoutMs`: for the whole answer. */
export type UpstreamQuestion = {
  readonly url: string;
  /** GET unless there is a body. */
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly proxy: string;
  readonly timeoutMs: number;
  readonly bytesMax: number;
  /** Ends the question before its time. */
  readonly signal?: AbortSignal;
};

/** `text` is undefined when it is longer than was asked for. */
export type UpstreamReply = { readonly status: number; readonly text: string | undefined };

/**
 * One question beside the calls of customers, such as a list of models or a short-lived key, on connections of its own that take the way of the channel's
 * calls. A redirect is an answer like any other. Rejects when no whole answer comes, and with BadChannel for a proxy that is none; the system's code is
 * the error's or its cause's.
 */
export async function askUpstream({
  url,
  body,
  method = body === undefined ? 'GET' : 'POST',
  headers,
  proxy,
  timeoutMs,
  bytesMax,
  signal,
}: UpstreamQuestion): Promise<UpstreamReply> {
  const limits = { requestsMax: 1, connectMs: CONNECT_TIMEOUT_MS };
  const agent = new Agent({ factory: (origin) => connectionsTo(String(origin), proxy, limits).dispatcher });
  try {
    const limit = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, {
      method,
      headers,
      body: body ?? null,
      // It would carry the channel's key to wherever the upstream points.
      redirect: 'manual',
      dispatcher: agent,
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    });
    const decoder = new TextDecoder();
    let text = '';
    let bytes = 0;
    for await (const chunk of answer.body ?? []) {
      bytes += (chunk as Uint8Array).length;
      if (bytes > bytesMax) return { status: answer.status, text: undefined };
      text += decoder.decode(chunk as Uint8Array, { stream: true });
    }
    return { status: answer.status, text: text + decoder.decode() };
  } finally {
    await agent.destroy();
  }
}
