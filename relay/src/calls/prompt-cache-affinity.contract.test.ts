import { afterEach, describe, expect, it } from '@jest/globals';
import { tokenId, userId } from '@ledgate/domain/shared/ids';
import { closeSettled } from '../testing/close-settled.ts';
import { channelView, channelViewWithKeys, tokenView } from '../testing/fake-relay-view.ts';
import {
  beginStream,
  chunk,
  completion,
  DONE,
  errorText,
  FakeUpstream,
  type Received,
  sendJson,
  usageChunk,
} from '../testing/fake-upstream.ts';
import { type Call, RelayFixture } from '../testing/relay-fixture.ts';
import { Affinities } from '../upstream/affinities.ts';
import { Breakers } from '../upstream/breakers.ts';

const MINUTE_MS = 60_000;
const OF_OPENAI_ALONE = 25;
const INSTRUCTIONS = 'Work with care. '.repeat(300);

/** What was said so far, turn by turn, of a conversation that begins with its own name. */
const userTurns = (name: string, turn: number): string[] =>
  Array.from({ length: turn }, (_, index) => `${name} asks for the ${index + 1}th time`);
const said = (name: string, turn: number): { role: string; content: string }[] =>
  userTurns(name, turn).flatMap((content, index) => [
    ...(index === 0 ? [] : [{ role: 'assistant', content: 'Hello world' }]),
    { role: 'user', content },
  ]);

type Say = (name: string, turn: number, stream: boolean) => Call;

const PROTOCOLS: Readonly<Record<string, Say>> = {
  chat: (name, turn, stream) => ({
    body: JSON.stringify({
      model: 'gpt-4o',
      messages: [{ role: 'system', content: INSTRUCTIONS }, ...said(name, turn)],
      stream,
    }),
  }),
  messages: (name, turn, stream) => ({
    path: '/v1/messages',
    body: JSON.stringify({
      model: 'gpt-4o',
      max_tokens: 100,
      system: INSTRUCTIONS,
      messages: said(name, turn),
      stream,
    }),
  }),
  responses: (name, turn, stream) => ({
    path: '/v1/responses',
    body: JSON.stringify({ model: 'gpt-4o', instructions: INSTRUCTIONS, input: said(name, turn), stream }),
  }),
  generateContent: (name, turn, stream) => ({
    path: `/v1beta/models/gpt-4o:${stream ? 'streamGenerateContent' : 'generateContent'}`,
    body: JSON.stringify({
      systemInstruction: { parts: [{ text: INSTRUCTIONS }] },
      contents: said(name, turn).map(({ role, content }) => ({
        role: role === 'user' ? 'user' : 'model',
        parts: [{ text: content }],
      })),
    }),
  }),
};

/** Keeps what each of its keys was sent: a turn hits where all that went before it was sent by the same key. */
class CachingUpstream {
  readonly #sent = new Map<string, Set<string>>();
  later = 0;
  hits = 0;

  answer({ headers, text, response }: Received): void {
    const { messages, stream } = JSON.parse(text) as { messages: unknown[]; stream?: boolean };
    const key = headers.authorization ?? '';
    const sent = this.#sent.get(key) ?? new Set<string>();
    this.#sent.set(key, sent);
    const before = messages.slice(0, -2);
    if (before.length > 1) {
      this.later += 1;
      if (sent.has(JSON.stringify(before))) this.hits += 1;
    }
    sent.add(JSON.stringify(messages));
    if (stream !== true) return sendJson(response, completion());
    beginStream(response);
    response.end(chunk('Hello world') + usageChunk() + DONE);
  }
}

let relay: RelayFixture;
const others: FakeUpstream[] = [];
afterEach(async () => {
  await closeSettled(relay);
  for (const other of others.splice(0)) await other.close();
});

/** By a fixed beginning: the same choices in every run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

async function shareOfHits(say: Say, affinities?: Affinities): Promise<number> {
  relay = await RelayFixture.open({ random: randomOf(7), ...(affinities === undefined ? {} : { affinities }) });
  const caching = new CachingUpstream();
  relay.upstream.play = (_, received) => caching.answer(received);
  relay.view.channels = [1, 2, 3].map((id) =>
    channelViewWithKeys(
      { id, type: OF_OPENAI_ALONE, baseUrl: relay.upstream.url },
      [1, 2, 3].map((key) => `sk-channel-${id}-key-${key}`),
    ),
  );
  for (let turn = 1; turn <= 6; turn += 1) {
    for (let name = 1; name <= 8; name += 1) {
      const { status } = await relay.call(say(`caller ${name}`, turn, (turn + name) % 2 === 0));
      expect(status).toBe(200);
      await relay.chat();
    }
  }
  expect(caching.later).toBe(8 * 5);
  return caching.hits / caching.later;
}

describe.each(Object.entries(PROTOCOLS))('a conversation of %s with 3 channels of 3 keys', (_, say) => {
  it('finds what its provider has kept', async () => {
    expect(await shareOfHits(say)).toBeGreaterThanOrEqual(0.95);
  });

  it('would hardly ever find it otherwise', async () => {
    expect(await shareOfHits(say, new Affinities({ max: 0 }))).toBeLessThan(0.2);
  });
});

describe('a conversation', () => {
  let nowMs = 0;
  let second: FakeUpstream;
  const good: FakeUpstream['play'] = (response) => sendJson(response, completion());
  const bad: FakeUpstream['play'] = (response) => sendJson(response, errorText({ message: 'on holiday' }), 500);
  /** Of priority 5 and 1, unless said otherwise. */
  const open = async (priorities: readonly [number, number] = [5, 1]): Promise<void> => {
    nowMs = 10 * MINUTE_MS;
    const now = () => nowMs;
    relay = await RelayFixture.open({
      breakers: new Breakers({ nowMs: now }),
      affinities: new Affinities({ nowMs: now }),
      monotonicMs: now,
    });
    second = await FakeUpstream.open();
    others.push(second);
    relay.upstream.play = good;
    second.play = good;
    relay.view.setOptions({ RetryTimes: 1, AutomaticDisableChannelEnabled: true });
    relay.view.channels = [
      channelView({ id: 1, baseUrl: relay.upstream.url, priority: priorities[0] }),
      channelView({ id: 2, baseUrl: second.url, priority: priorities[1] }),
    ];
  };
  const say = (call: Partial<Call> = {}, name = 'ann'): Promise<unknown> =>
    relay.call({ ...PROTOCOLS['chat']?.(name, 1, false), ...call });
  /** Channel and affinity of each attempt of the last charge. */
  const attempts = (): string[] | undefined =>
    relay.cashier.charges.at(-1)?.attempts.map(({ channelId, affinity }) => `${channelId} ${affinity ?? '-'}`);
  const goesTo = async (expected: readonly string[], call: Partial<Call> = {}, name = 'ann'): Promise<void> => {
    await say(call, name);
    expect(attempts()).toEqual(expected);
  };
  const moveToSecond = async (): Promise<void> => {
    await goesTo(['1 -']);
    relay.upstream.play = bad;
    await goesTo(['1 kept', '2 moved']);
    relay.upstream.play = good;
  };

  it('stays where it went while a better channel has been good for no more than 5 minutes', async () => {
    await open();
    await moveToSecond();
    nowMs += 5 * MINUTE_MS;
    await goesTo(['2 kept']);
    nowMs += 1;
    await goesTo(['1 moved']);
    await goesTo(['1 kept']);
  });

  it('stays for 5 minutes more when a better channel that was open serves again', async () => {
    await open();
    await moveToSecond();
    relay.upstream.play = bad;
    for (let call = 0; call < 5; call += 1) await relay.chat();
    nowMs += 6 * MINUTE_MS;
    await goesTo(['2 kept']);
    relay.upstream.play = good;
    await relay.chat();
    expect(attempts()).toEqual(['1 -']);
    nowMs += 5 * MINUTE_MS;
    await goesTo(['2 kept']);
    nowMs += 1;
    await goesTo(['1 moved']);
  });

  it('stays for 5 minutes when a better channel is enabled', async () => {
    await open();
    const [first, other] = relay.view.channels;
    if (first === undefined || other === undefined) throw new Error('there are two');
    relay.view.channels = [other];
    await goesTo(['2 -']);
    relay.view.channels = [{ ...first, servingSinceMs: nowMs }, other];
    nowMs += 5 * MINUTE_MS;
    await goesTo(['2 kept']);
    await goesTo(['1 -'], {}, 'bob');
    nowMs += 1;
    await goesTo(['1 moved']);
  });

  it('stays for 5 minutes when a better channel has turned it away at its limit', async () => {
    await open();
    const [first, other] = relay.view.channels;
    if (first === undefined || other === undefined) throw new Error('there are two');
    await goesTo(['1 -']);
    relay.view.channels = [{ ...first, limits: { rpm: 1 } }, other];
    await goesTo(['1 kept']);
    await goesTo(['2 moved']);
    relay.view.channels = [first, other];
    nowMs += 5 * MINUTE_MS;
    await goesTo(['2 kept']);
    nowMs += 1;
    await goesTo(['1 moved']);
  });

  it('goes elsewhere while its channel is open, or once it is no more among those that serve it', async () => {
    await open([1, 1]);
    await goesTo(['1 -']);
    relay.upstream.play = bad;
    relay.view.setOptions({ RetryTimes: 0 });
    for (let call = 0; call < 5; call += 1) await relay.chat();
    await goesTo(['2 moved']);
    const [first] = relay.view.channels;
    if (first === undefined) throw new Error('there are two');
    relay.view.channels = [first];
    relay.upstream.play = good;
    await goesTo(['1 moved']);
  });

  it('stays with an open channel where there is no other', async () => {
    await open([1, 1]);
    await goesTo(['1 -']);
    relay.upstream.play = bad;
    second.play = bad;
    relay.view.setOptions({ RetryTimes: 0 });
    for (let call = 0; call < 10; call += 1) await relay.chat();
    relay.upstream.play = good;
    await goesTo(['1 kept']);
  });

  it('goes to another key once its own is put aside', async () => {
    await open();
    relay.view.channels = [channelViewWithKeys({ id: 1, baseUrl: relay.upstream.url }, ['sk-one', 'sk-two'])];
    const keys = (): (number | undefined)[] | undefined =>
      relay.cashier.charges.at(-1)?.attempts.map(({ keyId }) => keyId);
    await goesTo(['1 -']);
    await goesTo(['1 kept']);
    expect(keys()).toEqual([1]);
    relay.upstream.play = (response, { headers }) => {
      if (headers.authorization === 'Bearer sk-one') sendJson(response, errorText({ message: 'no' }), 401);
      else sendJson(response, completion());
    };
    await goesTo(['1 kept', '1 moved']);
    expect(keys()).toEqual([1, 2]);
    await goesTo(['1 kept']);
    expect(keys()).toEqual([2]);
  });

  it('is forgotten after an hour without a turn', async () => {
    await open();
    await goesTo(['1 -']);
    nowMs += 60 * MINUTE_MS - 1;
    await goesTo(['1 kept']);
    nowMs += 60 * MINUTE_MS;
    await goesTo(['1 -']);
  });

  it('of a stream that its caller left is where it was asked', async () => {
    await open([1, 1]);
    relay.upstream.play = (response) => {
      beginStream(response);
      response.write(chunk('Hello'));
    };
    await relay.call({
      ...PROTOCOLS['chat']?.('ann', 1, true),
      onText: (_, hangUp) => hangUp(),
    });
    await relay.settled();
    relay.upstream.play = good;
    await goesTo(['1 kept']);
  });

  it('is none of another key, of another user, or of a short prompt', async () => {
    await open();
    relay.view.tokens.set('other', tokenView({ tokenId: tokenId(12), key: 'other' }));
    relay.view.tokens.set('foreign', tokenView({ key: 'foreign', user: { userId: userId(2) } }));
    const named = { headers: { session_id: 's-1' } };
    await goesTo(['1 -'], named);
    await goesTo(['1 kept'], named);
    await goesTo(['1 -'], { ...named, key: 'other' });
    await goesTo(['1 -'], { ...named, key: 'foreign' });
    await relay.chat({}, named);
    expect(attempts()).toEqual(['1 -']);
  });
});
