import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { closeSettled } from '../testing/close-settled.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { type Call, RelayFixture } from '../testing/relay-fixture.ts';

// A provider that takes less than was asked for, whose request is made of OpenAI's form: each caller hears of the field as he spelled it.

const MODEL = 'chat-bison-001';
const PICTURE = 'iVBORw0KGgo=';

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.view.channels.push(channelView({ id: 2, type: 11, models: [MODEL], baseUrl: relay.upstream.url }));
});
afterEach(() => closeSettled(relay));

const gemini = (fields: object): Call => ({
  path: `/v1beta/models/${MODEL}:generateContent`,
  body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }], ...fields }),
});
const messages = (content: unknown): Call => ({
  path: '/v1/messages',
  body: JSON.stringify({ model: MODEL, max_tokens: 9, system: 'Be brief', messages: [{ role: 'user', content }] }),
});
const responses = (content: unknown): Call => ({
  path: '/v1/responses',
  body: JSON.stringify({ model: MODEL, instructions: 'Be brief', input: [{ role: 'user', content }] }),
});

it.each<[string, Call, string]>([
  ['generateContent', gemini({ tools: [{ functionDeclarations: [{ name: 'f' }] }] }), 'tools'],
  [
    'generateContent, a picture',
    gemini({ contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: PICTURE } }] }] }),
    'contents',
  ],
  [
    'messages',
    messages([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PICTURE } }]),
    'messages',
  ],
  ['responses', responses([{ type: 'input_image', image_url: `data:image/png;base64,${PICTURE}` }]), 'input'],
])('%s names the field as its caller spells it', async (_name, call, field) => {
  const { status, text } = await relay.call(call);
  const { error } = JSON.parse(text) as { readonly error: { readonly message: string; readonly param?: string } };
  expect([status, error.message.split(': ')[0], error.param ?? field]).toEqual([400, field, field]);
  expect([relay.upstream.received.length, relay.cashier.charges.length]).toEqual([0, 0]);
});
