import type { ChatRequest } from '../../modes/chat-request.ts';
import { stopsOf, within } from '../asked-values.ts';
import { textConversationOf } from '../completion/text-conversation.ts';

const SPEAKERS = { user: 'Human', assistant: 'Assistant' } as const;
/** Anthropic demands a maximum; this one, which is the greatest, where the caller states none. */
const ANSWER_TOKENS = 4_096;

/** A chat as the first Claudes take it, which complete a text (docs/behaviour.md#claude). Throws UnsupportedRequest, naming the field. */
export function completeBody(request: ChatRequest, model: string): Buffer {
  const { body, stream, completionMax } = request;
  const { system, turns } = textConversationOf(request);
  const said = turns.map(({ role, text }) => `\n\n${SPEAKERS[role]}: ${text}`).join('');
  return Buffer.from(
    JSON.stringify({
      model,
      prompt: `${system}${said}\n\n${SPEAKERS.assistant}:`,
      max_tokens_to_sample: completionMax ?? ANSWER_TOKENS,
      stop_sequences: stopsOf(body['stop']),
      temperature: within(body['temperature'], 0, 1),
      top_p: within(body['top_p'], 0, 1),
      top_k: Number.isSafeInteger(body['top_k']) ? body['top_k'] : undefined,
      metadata: typeof body['user'] === 'string' ? { user_id: body['user'] } : undefined,
      stream: stream ? true : undefined,
    }),
  );
}
