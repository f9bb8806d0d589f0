import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const WORDS_PER_SECOND = 40;
const REQUEST_BYTES_MAX = 1_048_576;

const askedFor = z.object({
  model: z.string(),
  stream: z.boolean().optional(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).optional(),
  messages: z.array(z.object({ content: z.string() })),
});
type Asked = z.infer<typeof askedFor>;

export type LocalUpstream = { readonly url: string; readonly failingUrl: string; close(): void };

/**
 * A small OpenAI-compatible provider on loopback: JSON and SSE, usage as OpenAI reports it. Below `failingUrl` the same provider is out of
 * order and answers 503, so that a retry on another channel can be seen.
 */
export async function openLocalUpstream(): Promise<LocalUpstream> {
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, failingUrl: `${url}/out-of-order`, close: () => server.close() };
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url?.startsWith('/out-of-order') === true) {
    sendJson(response, 503, {
      error: { message: 'this provider is out of order', type: 'server_error', param: null, code: 'out_of_order' },
    });
    return;
  }
  const asked = askedFor.safeParse(await bodyOf(request));
  if (!asked.success)
    sendJson(response, 400, {
      error: { message: 'not a chat request', type: 'invalid_request_error', param: null, code: null },
    });
  else if (asked.data.stream === true) await sendStream(response, asked.data);
  else
    sendJson(response, 200, {
      ...head(asked.data, 'chat.completion'),
      choices: [whole(asked.data)],
      usage: usageOf(asked.data),
    });
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > REQUEST_BYTES_MAX) return undefined;
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return undefined;
  }
}

async function sendStream(response: ServerResponse, asked: Asked): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const send = (data: unknown) => response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  const chunk = (delta: object, finish: string | null) => ({
    ...head(asked, 'chat.completion.chunk'),
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  for (const word of answerTo(asked)) {
    if (response.destroyed) return;
    send(chunk({ content: word }, null));
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000 / WORDS_PER_SECOND);
    });
  }
  send(chunk({}, 'stop'));
  if (asked.stream_options?.include_usage === true)
    send({ ...head(asked, 'chat.completion.chunk'), choices: [], usage: usageOf(asked) });
  send('[DONE]');
  response.end();
}

const head = ({ model }: Asked, object: string) => ({
  id: 'chatcmpl-local',
  object,
  created: Math.floor(Date.now() / 1_000),
  model,
});

const whole = (asked: Asked) => ({
  index: 0,
  message: { role: 'assistant', content: answerTo(asked).join('') },
  finish_reason: 'stop',
});

/** The local provider has one thing to say, and says it about what it was asked. */
function answerTo({ messages }: Asked): readonly string[] {
  const question = messages.at(-1)?.content ?? '';
  return `You asked: "${question}" Every answer of this local provider is metered, priced and written into the ledger.`.split(
    /(?= )/,
  );
}

function usageOf(asked: Asked) {
  const prompt = asked.messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 4) + 4, 3);
  const completion = answerTo(asked).length + 2;
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
