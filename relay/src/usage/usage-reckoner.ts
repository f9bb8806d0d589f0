import type { Usage } from '@ledgate/domain/till/charge';
import type { ChatRequest } from '../chat/chat-request.ts';
import type { Produced, ReportedUsage } from '../providers/chat-provider.ts';
import { promptTexts } from './prompt-texts.ts';
import { type Count, encodingOf, type TokenCounter } from './token-counter.ts';

/** Turns what is known of an answer into the usage that is charged: the provider's own figures, or a count of prompt and answer (contract C.5). */
export class UsageReckoner {
  readonly #counter: TokenCounter;
  /** Text of a long stream that has been counted while it ran. */
  #early: Promise<Count>[] = [];

  constructor(counter: TokenCounter) {
    this.#counter = counter;
  }

  countEarly(model: string, text: string): void {
    this.#early.push(this.#counter.count(encodingOf(model), [text]));
  }

  async usageOf(
    answer: { readonly reported: ReportedUsage | undefined; readonly produced: () => Produced },
    prompt: { readonly request: ChatRequest; readonly model: string; readonly channelType: number },
  ): Promise<Usage> {
    if (answer.reported !== undefined) return { source: 'provider', ...answer.reported };
    const { request, model, channelType } = prompt;
    const encoding = encodingOf(model);
    const asked = promptTexts(request.body, request.messages, model, channelType);
    const produced = answer.produced();
    const [promptCount, answerCount, ...early] = await Promise.all([
      this.#counter.count(encoding, asked.texts), this.#counter.count(encoding, produced.texts), ...this.#early,
    ]);
    const completion = early.reduce((sum, { tokens }) => sum + tokens, answerCount.tokens + produced.fixedTokens);
    const exact = promptCount.exact && answerCount.exact && early.every((count) => count.exact);
    return {
      source: exact ? 'counted' : 'estimated',
      prompt: promptCount.tokens + asked.fixedTokens,
      completion,
      cachedRead: 0, cachedWrite: 0, audioInput: 0, audioOutput: 0, image: 0, reasoning: 0,
    };
  }
}
