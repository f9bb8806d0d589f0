import { describe, expect, it } from '@jest/globals';
import { type ChatRequest, testChat } from '../../modes/chat-request.ts';
import { channelView } from '../../testing/fake-relay-view.ts';
import { anthropic } from './anthropic-provider.ts';

const call = {
  mode: 'chat',
  dialect: 'openai',
  channel: channelView({ id: 1, type: 14 }),
  model: 'claude',
  request: testChat('claude', 'claude') as ChatRequest,
  priced: undefined,
  atMs: 1_700_000_000_999,
} as const;
const head = { status: 200, statusText: '', headers: {} };

describe('a completion of a message', () => {
  it('was made when its call was, whole and streamed', () => {
    const whole = anthropic.adapters.chat?.readAnswer({ head, body: Buffer.from('{"content":[]}') }, call);
    expect(whole !== undefined && 'body' in whole ? JSON.parse(whole.body.toString()) : undefined).toMatchObject({
      created: 1_700_000_000,
    });
    const event = 'event: message_start\ndata: {"type":"message_start","message":{"id":"m"}}\n\n';
    const chunk = anthropic.adapters.chat?.openStream?.(call, head).push(Buffer.from(event));
    expect(chunk?.toString()).toContain('"created":1700000000');
  });
});
