import type { ChatRequest } from '../../modes/chat-request.ts';
import { within } from '../asked-values.ts';
import { textConversationOf } from '../completion/text-conversation.ts';

/** Spark takes no temperature of 0. */
const TEMPERATURE_MIN = 0.01;
const ANSWER_TOKENS_MAX = 8_192;
const TOP_K_MAX = 6;

/** What is said when the WebSocket opens: a chat as Spark takes it (docs/behaviour.md#spark). Throws UnsupportedRequest. */
export function xunfeiMessage(request: ChatRequest, appId: string, domain: string): string {
  const { body, completionMax } = request;
  const { system, turns } = textConversationOf(request);
  const text = turns.map((turn) => ({ role: turn.role, content: turn.text }));
  return JSON.stringify({
    header: { app_id: appId },
    parameter: {
      chat: {
        domain,
        temperature: within(body['temperature'], TEMPERATURE_MIN, 1),
        max_tokens: within(completionMax, 1, ANSWER_TOKENS_MAX),
        top_k: Number.isSafeInteger(body['top_k']) ? within(body['top_k'], 1, TOP_K_MAX) : undefined,
      },
    },
    payload: { message: { text: system === '' ? text : [{ role: 'system', content: system }, ...text] } },
  });
}
