type Used = { readonly prompt: number; readonly completion: number };

/** How a provider says what it says: a whole answer as JSON, a stream as text of events. */
type Dialect = {
  whole(text: string, used: Used): object;
  beginning(used: Used): string;
  chunk(text: string): string;
  ending(used: Used): string;
};

const HEAD = { id: 'chatcmpl-serial', created: 1, model: 'serial' };
const usageOf = ({ prompt, completion }: Used) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
});
const data = (fields: object): string => `data: ${JSON.stringify(fields)}\n\n`;
const part = (fields: object): string => data({ ...HEAD, object: 'chat.completion.chunk', ...fields });

export const OPENAI: Dialect = {
  whole: (content, used) => ({
    ...HEAD,
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: usageOf(used),
  }),
  beginning: () => '',
  chunk: (content) => part({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }),
  ending: (used) =>
    part({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }) +
    part({ choices: [], usage: usageOf(used) }) +
    'data: [DONE]\n\n',
};

const MESSAGE = { id: 'msg_serial', type: 'message', role: 'assistant', model: 'serial' };
const event = (type: string, fields: object): string => `event: ${type}\n${data({ type, ...fields })}`;

export const ANTHROPIC: Dialect = {
  whole: (text, { prompt, completion }) => ({
    ...MESSAGE,
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    usage: { input_tokens: prompt, output_tokens: completion },
  }),
  beginning: ({ prompt }) =>
    event('message_start', {
      message: { ...MESSAGE, content: [], usage: { input_tokens: prompt, output_tokens: 1 } },
    }) + event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  chunk: (text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  ending: ({ completion }) =>
    event('content_block_stop', { index: 0 }) +
    event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: completion } }) +
    event('message_stop', {}),
};
