import type { ReportedUsage } from '../../usage/usage.ts';
import { anthropicUsage } from '../../usage/told-usage.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';

/** One of Anthropic's events: its name is the type in its data. */
export const messageEvent = (type: string, members: JsonObject = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;

/** What a message is at its start: no content, and no reason why it ended. */
export const startedMessage = (message: JsonObject): string =>
  messageEvent('message_start', { message: { ...message, content: [], stop_reason: null, stop_sequence: null } });

/** The last events of a message. */
export const endOfMessage = ({ stop_reason, stop_sequence, usage }: JsonObject): string =>
  `${messageEvent('message_delta', { delta: { stop_reason, stop_sequence }, usage })}${messageEvent('message_stop')}`;

/**
 * A whole message as the stream that the caller asked for, where the upstream answered without one. `message` is JSON of a message; `charged` stands
 * for its usage where it has none.
 */
export function streamOfMessage(message: Buffer, charged: ReportedUsage | undefined): Buffer {
  const told = JSON.parse(message.toString('utf8')) as JsonObject;
  const whole = charged === undefined ? told : { ...told, usage: anthropicUsage(charged) };
  const content = Array.isArray(whole['content']) ? (whole['content'] as unknown[]).filter(isObject) : [];
  const blocks = content.map((block, index) => {
    const { start, deltas } = piecesOf(block);
    return [
      messageEvent('content_block_start', { index, content_block: start }),
      ...deltas.map((delta) => messageEvent('content_block_delta', { index, delta })),
      messageEvent('content_block_stop', { index }),
    ].join('');
  });
  return Buffer.from(`${startedMessage(whole)}${blocks.join('')}${endOfMessage(whole)}`);
}

/** A block as a stream tells it: empty at first where its type comes in pieces. */
function piecesOf(block: JsonObject): { readonly start: JsonObject; readonly deltas: readonly JsonObject[] } {
  const { type, text, thinking, signature, input } = block;
  if (type === 'text') return { start: { ...block, text: '' }, deltas: [{ type: 'text_delta', text }] };
  if (type === 'tool_use') {
    const json = JSON.stringify(input ?? {});
    return { start: { ...block, input: {} }, deltas: [{ type: 'input_json_delta', partial_json: json }] };
  }
  if (type !== 'thinking') return { start: block, deltas: [] };
  return {
    start: { ...block, thinking: '', signature: '' },
    deltas: [
      { type: 'thinking_delta', thinking },
      { type: 'signature_delta', signature },
    ],
  };
}
