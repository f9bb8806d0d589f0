import type { Choices } from './choices.ts';
import type { Message } from './playground-slice.ts';

export type ChatRequest = {
  readonly model: string;
  readonly group: string;
  readonly stream: true;
  readonly temperature: number;
  readonly max_tokens: number;
  readonly messages: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[];
};

/** What the conversation before the answer `answerId` asks for. Answers that hold no word are left out: providers refuse them. */
export const chatRequest = (
  { model, group, temperature, maximum, system }: Choices,
  messages: readonly Message[],
  answerId: number,
): ChatRequest => ({
  model,
  group,
  stream: true,
  temperature,
  max_tokens: maximum,
  messages: [
    ...(system.trim() === '' ? [] : [{ role: 'system' as const, content: system }]),
    ...messages
      .filter(({ id, role, text }) => id < answerId && (role === 'user' || text !== ''))
      .map(({ role, text }) => ({ role, content: text })),
  ],
});
