import { event } from '@ledgate/relay/testing/fake-upstream';
import { ARGUMENTS, type Told, TOKENS, TOOL } from './family.ts';

const CALL = {
  id: 'fc_1',
  type: 'function_call',
  status: 'completed',
  call_id: 'call_1',
  name: TOOL,
  arguments: JSON.stringify(ARGUMENTS),
};
const MESSAGE = { id: 'msg_1', type: 'message', status: 'completed', role: 'assistant' };
const AT = { item_id: MESSAGE.id, output_index: 0, content_index: 0 };
const RESPONSE = { id: 'resp_1', object: 'response', created_at: 1, model: 'm' };

const partOf = (text: string): object => ({ type: 'output_text', text, annotations: [] });
const outputOf = ({ pieces, hasCall }: Told): readonly object[] => [
  { ...MESSAGE, content: [partOf(pieces.join(''))] },
  ...(hasCall ? [CALL] : []),
];

/** What a channel that has Responses itself says whole. */
export const wholeResponse = (told: Told): object => ({
  ...RESPONSE,
  status: 'completed',
  output: outputOf(told),
  usage: {
    input_tokens: TOKENS.prompt,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: TOKENS.completion,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: TOKENS.prompt + TOKENS.completion,
  },
});

/** The same as its events. */
export function responseEvents(told: Told): readonly string[] {
  const [message, call] = outputOf(told);
  const events: readonly ({ readonly type: string } & Readonly<Record<string, unknown>>)[] = [
    { type: 'response.created', response: { ...RESPONSE, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...MESSAGE, content: [] } },
    { type: 'response.content_part.added', ...AT, part: partOf('') },
    ...told.pieces.map((delta) => ({ type: 'response.output_text.delta', ...AT, delta })),
    { type: 'response.output_item.done', output_index: 0, item: message },
    ...(call === undefined
      ? []
      : [
          { type: 'response.output_item.added', output_index: 1, item: { ...CALL, arguments: '' } },
          {
            type: 'response.function_call_arguments.delta',
            item_id: CALL.id,
            output_index: 1,
            delta: CALL.arguments,
          },
          { type: 'response.output_item.done', output_index: 1, item: call },
        ]),
    { type: 'response.completed', response: wholeResponse(told) },
  ];
  return events.map((data, sequence_number) => `event: ${data.type}\n${event({ ...data, sequence_number })}`);
}
