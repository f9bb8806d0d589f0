import type { ChatRequest } from '../../modes/chat-request.ts';
import { within } from '../asked-values.ts';
import { textConversationOf } from '../completion/text-conversation.ts';

/** Neither end of what OpenAI has. */
const LEAST = 0.01;
const TOP_P_MAX = 0.99;

/** A chat as version 3 takes it (docs/behaviour.md#zhipu-v3): it has no system, whose text begins the first turn. Throws UnsupportedRequest. */
export function zhipuBody(request: ChatRequest): Buffer {
  const { body, stream } = request;
  const { system, turns } = textConversationOf(request);
  const prompt = turns.map(({ role, text }, index) => ({
    role,
    content: index === 0 && system !== '' ? `${system}\n\n${text}` : text,
  }));
  return Buffer.from(
    JSON.stringify({
      prompt,
      temperature: within(body['temperature'], LEAST, 1),
      top_p: within(body['top_p'], LEAST, TOP_P_MAX),
      // Each event has what is new.
      incremental: stream ? true : undefined,
    }),
  );
}
