import type { Usage } from '@ledgate/domain/till/charge';
import type { ChatRequest } from '../chat/chat-request.ts';
import type { Produced, ReportedUsage } from '../providers/chat-provider.ts';
import { promptTexts } from './prompt-texts.ts';
import { type Count, encodingOf, type TokenCounter } from './token-counter.ts';

/** The provider's own figures. Written out: this is made for almost every charge. */
export const reportedUsage = (usage: ReportedUsage): Usage => ({
  source: 'provider',
  prompt: usage.prompt,
  completion: usage.completion,
  cachedRead: usage.cachedRead,
  cachedWrite: usage.cachedWrite,
  audioInput: usage.audioInput,
  audioOutput: usage.audioOutput,
  image: usage.image,
  reasoning: usage.reasoning,
});

/** Of an answer that has said nothing of its usage, or nothing at all. */
export const NOTHING_PRODUCED: Produced = { texts: [], fixedTokens: 0, soundTokens: 0 };
export const ZERO_USAGE: ReportedUsage = {
  prompt: 0,
  completion: 0,
  cachedRead: 0,
  cachedWrite: 0,
  audioInput: 0,
  audioOutput: 0,
  image: 0,
  reasoning: 0,
};

/** Counts prompt and answer where the provider gave no figures; what has no text to count is taken by its size. */
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

  async counted(
    produced: Produced,
    prompt: { readonly request: ChatRequest; readonly model: string; readonly channelType: number },
  ): Promise<Usage> {
    const { request, model, channelType } = prompt;
    const encoding = encodingOf(model);
    const asked = promptTexts(request.body, request.messages, model, channelType);
    const [promptCount, answerCount, ...early] = await Promise.all([
      this.#counter.count(encoding, asked.texts),
      this.#counter.count(encoding, produced.texts),
      ...this.#early,
    ]);
    const completion = early.reduce(
      (sum, { tokens }) => sum + tokens,
      answerCount.tokens + produced.fixedTokens + produced.soundTokens,
    );
    const exact = promptCount.exact && answerCount.exact && early.every((count) => count.exact);
    return {
      source: exact ? 'counted' : 'estimated',
      prompt: promptCount.tokens + asked.fixedTokens,
      completion,
      cachedRead: 0,
      cachedWrite: 0,
      audioInput: asked.soundTokens,
      audioOutput: produced.soundTokens,
      image: 0,
      reasoning: 0,
    };
  }
}
