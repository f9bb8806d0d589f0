import type { ChatRequest } from '../../modes/chat-request.ts';
import { within } from '../asked-values.ts';
import { textConversationOf } from '../completion/text-conversation.ts';

const AUTHORS = { user: '0', assistant: '1' } as const;

/** A chat as PaLM takes it (docs/behaviour.md#channel-types). Throws UnsupportedRequest. */
export function palmBody(request: ChatRequest): Buffer {
  const { body } = request;
  const { system, turns } = textConversationOf(request);
  const { top_k: topK } = body;
  return Buffer.from(
    JSON.stringify({
      prompt: {
        context: system === '' ? undefined : system,
        messages: turns.map(({ role, text }) => ({ author: AUTHORS[role], content: text })),
      },
      temperature: within(body['temperature'], 0, 1),
      topP: within(body['top_p'], 0, 1),
      topK: Number.isSafeInteger(topK) && (topK as number) > 0 ? topK : undefined,
      candidateCount: 1,
    }),
  );
}
