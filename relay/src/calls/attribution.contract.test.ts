import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { encode } from '@ledgate/domain/events/codec';
import { NO_STREAM } from '@ledgate/domain/ports/event-store';
import { checkAppend } from '@ledgate/domain/ports/check-append';
import type { LeaseId } from '@ledgate/domain/shared/ids';
import { chargeSchema } from '@ledgate/domain/till/charge';
import { TAG_PART_CHARACTERS_MAX, TAGS_MAX } from '@ledgate/domain/till/tags';
import { closeSettled } from '../testing/close-settled.ts';
import { channelView, tokenView } from '../testing/fake-relay-view.ts';
import { beginStream, chunk, completion, DONE, errorText, sendJson, usageChunk } from '../testing/fake-upstream.ts';
import { type Answer, RelayFixture } from '../testing/relay-fixture.ts';

const VECTORS = 'text-embedding-3-small';
const TAGS = { 'x-ledgate-tags': 'project=atlas, no tag, team=red' };
const KEPT = { project: 'atlas', team: 'red' };
const userMessage = { messages: [{ role: 'user', content: 'hi' }] };

/** Of what is not converted. */
const ANSWERS: Readonly<Record<string, string>> = {
  '/v1/embeddings': '{"object":"list","data":[]}',
  '/v1/responses':
    '{"id":"resp_1","object":"response","status":"completed","model":"gpt-4o","output":[],"usage":{"input_tokens":1,"output_tokens":1}}',
};

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.view.channels = [channelView({ id: 1, baseUrl: relay.upstream.url, models: ['gpt-4o', VECTORS] })];
  relay.upstream.play = (response, { path }) => sendJson(response, ANSWERS[path] ?? completion());
});
afterEach(() => closeSettled(relay));

/** By each protocol: where it is posted to, and a body that states an end user where that protocol has him. */
const CALLS = {
  chat: ['/v1/chat/completions', { model: 'gpt-4o', ...userMessage, user: 'ann' }],
  'chat, by its successor': ['/v1/chat/completions', { model: 'gpt-4o', ...userMessage, safety_identifier: 'ann' }],
  messages: [
    '/v1/messages',
    { model: 'gpt-4o', max_tokens: 9, ...userMessage, metadata: { user_id: 'ann', project: 'borealis' } },
  ],
  responses: ['/v1/responses', { model: 'gpt-4o', input: 'hi', safety_identifier: 'ann', store: false }],
  generateContent: [
    '/v1beta/models/gpt-4o:generateContent',
    { contents: [{ role: 'user', parts: [{ text: 'hi' }] }], user: 'ann' },
  ],
  embeddings: ['/v1/embeddings', { model: VECTORS, input: 'hi', user: 'ann' }],
} as const;

describe.each(Object.entries(CALLS))('a call by %s', (_protocol, [path, body]) => {
  const call = (headers: Readonly<Record<string, string>> = TAGS): Promise<Answer> =>
    relay.call({ path, body: JSON.stringify(body), headers });
  const attributed = { tags: KEPT, endUser: relayHash('ann') };

  it('has its tags and the hash of its end user in its charge, also while it runs', async () => {
    expect((await call()).status).toBe(200);
    expect(relay.cashier.charges).toEqual([expect.objectContaining(attributed)]);
    expect(relay.cashier.started[0]?.()).toMatchObject(attributed);
    expect(chargeSchema.safeParse({ ...relay.cashier.charges[0], leaseId: 'lease' }).error).toBeUndefined();
  });

  it('has them where it fails', async () => {
    relay.upstream.play = (response) => sendJson(response, errorText({}), 400);
    expect((await call()).status).toBe(400);
    expect(relay.cashier.failures).toMatchObject([attributed]);
  });

  it('sends the header to no provider', async () => {
    await call();
    expect(relay.upstream.received).toHaveLength(1);
    expect(Object.keys(relay.upstream.received[0]?.headers ?? {}).filter((name) => name.includes('ledgate'))).toEqual(
      [],
    );
    expect(relay.upstream.received[0]?.text).not.toContain('atlas');
  });
});

function relayHash(name: string): string {
  return `hash-${tokenView().user.userId}-${name}`;
}

describe('a chat', () => {
  it('that is streamed has them too', async () => {
    relay.upstream.play = (response) => {
      beginStream(response);
      response.end(`${chunk('one')}${usageChunk()}${DONE}`);
    };
    await relay.chat({ stream: true, user: 'ann' }, { headers: TAGS });
    expect(relay.cashier.charges).toMatchObject([{ tags: KEPT, endUser: relayHash('ann'), stream: true }]);
  });

  it('that states nothing has neither', async () => {
    await relay.chat({ metadata: { project: 'atlas' } });
    expect(relay.cashier.charges[0]).not.toHaveProperty('tags');
    expect(relay.cashier.charges[0]).not.toHaveProperty('endUser');
    expect(relay.cashier.started[0]?.()).not.toHaveProperty('tags');
  });

  it('has of its metadata the tags that the option names, at the moment of the call', async () => {
    const metadata = { project: 'atlas', secret: 's' };
    await relay.chat({ metadata });
    relay.view.setOptions({ TagKeys: ['project'] });
    await relay.chat({ metadata });
    expect(relay.cashier.charges.map(({ tags }) => tags)).toEqual([undefined, { project: 'atlas' }]);
    expect(JSON.parse(relay.upstream.received[1]?.text ?? '')).toMatchObject({ metadata });
  });

  it('with as many and as long tags as there may be, and more, is charged, and fits one append', async () => {
    const part = (index: number): string => `${index}`.padEnd(TAG_PART_CHARACTERS_MAX, 'x');
    const header = Array.from({ length: TAGS_MAX + 5 }, (_, index) => `${part(index)}=${part(index)}`).join(',');
    expect((await relay.chat({}, { headers: { 'x-ledgate-tags': header } })).status).toBe(200);
    const [charge] = relay.cashier.charges;
    if (charge === undefined) throw new Error('nothing was charged');
    expect(Object.entries(charge.tags ?? {})).toEqual(
      Array.from({ length: TAGS_MAX }, (_, index) => [part(index), part(index)]),
    );
    const events = encode(
      [{ type: 'ConsumptionRecorded', data: { ...charge, leaseId: 'lease' as LeaseId, interrupted: false } }],
      { commandId: 'c', correlationId: 'r', occurredAtMs: 0, actor: 'relay-1', accountId: charge.accountId },
    );
    expect(() => checkAppend('till-1', NO_STREAM, events)).not.toThrow();
  });
});
