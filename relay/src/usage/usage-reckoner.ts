import type { Usage } from '@ledgate/domain/till/charge';
import type { PromptTexts } from './prompt-texts.ts';
import { type Count, encodingOf, type TokenCounter } from './token-counter.ts';
import type { Produced, ReportedUsage } from './usage.ts';

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

/** Counts prompt and answer where the provider gave no figures of them; what has no text to count is taken by its size. */
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

  /** `asked`: the prompt as its mode has it counted. */
  async counted(produced: Produced, asked: PromptTexts, model: string): Promise<Usage> {
    const encoding = encodingOf(model);
    const told = produced.prompt;
    const [promptCount, answerCount, ...early] = await Promise.all([
      this.#counter.count(encoding, told === undefined ? asked.texts : []),
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
      prompt: told?.prompt ?? promptCount.tokens + asked.fixedTokens,
      completion,
      cachedRead: told?.cachedRead ?? 0,
      cachedWrite: told?.cachedWrite ?? 0,
      audioInput: asked.soundTokens,
      audioOutput: produced.soundTokens,
      image: 0,
      reasoning: 0,
    };
  }
}
