import type { ChatRequest } from '../../modes/chat-request.ts';
import { stopsOf, within } from '../asked-values.ts';
import { textConversationOf } from '../completion/text-conversation.ts';

/** Baidu takes no temperature of 0. */
const TEMPERATURE_MIN = 0.01;
const ANSWER_TOKENS_MIN = 2;
const ANSWER_TOKENS_MAX = 4_096;
const STOPS_MAX = 4;

/** A chat as Baidu takes it (docs/behaviour.md#baidu). Throws UnsupportedRequest. */
export function baiduBody(request: ChatRequest): Buffer {
  const { body, stream, completionMax } = request;
  const { system, turns } = textConversationOf(request);
  return Buffer.from(
    JSON.stringify({
      messages: turns.map(({ role, text }) => ({ role, content: text })),
      system: system === '' ? undefined : system,
      temperature: within(body['temperature'], TEMPERATURE_MIN, 1),
      top_p: within(body['top_p'], 0, 1),
      max_output_tokens: within(completionMax, ANSWER_TOKENS_MIN, ANSWER_TOKENS_MAX),
      stop: stopsOf(body['stop'])?.slice(0, STOPS_MAX),
      user_id: typeof body['user'] === 'string' ? body['user'] : undefined,
      stream: stream ? true : undefined,
    }),
  );
}
