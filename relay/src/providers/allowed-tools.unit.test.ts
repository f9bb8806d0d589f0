import { describe, expect, it } from '@jest/globals';
import { CHANNEL_TYPES, type ChannelTypeKey } from '@ledgate/domain/channel/channel-types';
import { probeChannel } from '../testing/probing/probe-channel.ts';
import { probed } from '../testing/probing/probed-request.ts';
import { providers } from './registry.ts';

/** Those that cannot run tools at all, in the order of their types. */
const WITHOUT_TOOLS: readonly ChannelTypeKey[] = ['palm', 'baidu', 'zhipu', 'xunfei', 'dify'];
/** Those that take what they know of a chat alone, and those that have another form. */
const NARROWED: readonly ChannelTypeKey[] = [
  'ollama',
  'anthropic',
  'tencent',
  'gemini',
  'zhipuV4',
  'bedrock',
  'cohere',
  'minimax',
  'vertex',
  'mistral',
  'deepseek',
];

const tools = ['first', 'second', 'third'].map((name) => ({ type: 'function', function: { name } }));
const tool_choice = { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [tools[2], tools[0]] } };
const messages = [{ role: 'user', content: 'hi' }];

describe('tools of which a chat allows some', () => {
  const chatting = CHANNEL_TYPES.filter(({ code }) => providers.wayOf(code, 'chat', 'openai') !== undefined);
  it.each(chatting.map(({ key, models }) => [key, models[0] ?? 'm'] as const))('go up to %s', async (key, first) => {
    const model =
      { anthropic: 'claude-3-7-sonnet-20250219', cohere: 'command-r', vertex: 'gemini-2.5-flash' }[key as string] ??
      first;
    const channel = probeChannel(key, { hasOther: true });
    const sent = await probed({ from: providers, key, channel, model }, 'chat', { messages, tools, tool_choice });
    const text = typeof sent === 'object' ? JSON.stringify(sent.body) : sent;
    if (WITHOUT_TOOLS.includes(key)) expect(text).toBe('tools');
    else if (NARROWED.includes(key)) {
      expect(text).toMatch(/first.*third/);
      expect(text).not.toMatch(/second|allowed/);
    } else expect(sent).toMatchObject({ body: { tools, tool_choice } });
  });
});
