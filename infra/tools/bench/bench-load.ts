import { BenchConnection } from './bench-connection.ts';

/**
 * What is asked: a whole answer, or a stream of 50 events; of as many as `max_tokens` says, `seed` milliseconds apart (1 where none is said), where a request
 * states that.
 */
export type Way = 'whole' | 'stream';

/** What is said again and again until a prompt is as long as asked for, and how many tokens of OpenAI's models it has each time. */
const SAID = 'Say hello to the world. ';
const SAID_TOKENS = 6;
/** Of a prompt where nothing else is asked for. */
export const SHORT_PROMPT_TOKENS = 8 * SAID_TOKENS;

/** Requests ready to be sent, one for each key. `promptTokens`: about how long what the user says is. */
export function requestsOf(
  way: Way,
  keys: readonly string[],
  fields: object = {},
  promptTokens = SHORT_PROMPT_TOKENS,
): readonly Buffer[] {
  const body = JSON.stringify({
    model: 'gpt-4o',
    ...fields,
    ...(way === 'stream' ? { stream: true } : {}),
    messages: [
      { role: 'system', content: 'You are brief.' },
      { role: 'user', content: SAID.repeat(Math.ceil(promptTokens / SAID_TOKENS)) },
    ],
  });
  return keys.map((key) =>
    Buffer.from(
      `POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
        `Authorization: Bearer ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ),
  );
}

export type Loaded = { readonly calls: number; readonly perSecond: number };

/** As fast as `connections` callers can, each waiting for its answer; caller i uses request i, i + connections, ... */
export async function fullLoad(
  url: string,
  requests: readonly Buffer[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Loaded> {
  const opened = await Promise.all(Array.from({ length: connections }, () => BenchConnection.open(url)));
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  let calls = 0;
  await Promise.all(
    opened.map(async (connection, caller) => {
      for (let next = caller; performance.now() < until; next += connections) {
        await connection.call(requests[next % requests.length] ?? Buffer.alloc(0));
        calls += 1;
      }
    }),
  );
  const perSecond = (calls / (performance.now() - startedAt)) * 1_000;
  for (const connection of opened) connection.close();
  return { calls, perSecond };
}

const CONNECTIONS_MAX = 128;

/** Requests at a fixed rate, whether earlier ones are answered or not. Answers each one's time from sending to its last byte, in milliseconds. */
export async function fixedRate(
  url: string,
  requests: readonly Buffer[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<readonly number[]> {
  const idle = await Promise.all(Array.from({ length: CONNECTIONS_MAX }, () => BenchConnection.open(url)));
  const opened = [...idle];
  const durationsMs: number[] = [];
  const running: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let sent = 0; sent < perSecond * seconds;) {
    const due = Math.min(perSecond * seconds, Math.floor(((performance.now() - startedAt) * perSecond) / 1_000) + 1);
    for (; sent < due; sent += 1) {
      const connection = idle.pop();
      if (connection === undefined)
        throw new Error(`${CONNECTIONS_MAX} requests are unanswered: the machine cannot carry ${perSecond} a second`);
      const sentAt = performance.now();
      const answered = connection.call(requests[sent % requests.length] ?? Buffer.alloc(0)).then(() => {
        durationsMs.push(performance.now() - sentAt);
        idle.push(connection);
      });
      // Thrown at the end, unless what ends this earlier says more.
      answered.catch(() => undefined);
      running.push(answered);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
  }
  await Promise.all(running);
  for (const connection of opened) connection.close();
  return durationsMs;
}
