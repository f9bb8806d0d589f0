import { disjointParts } from '@ledgate/domain/tariff/usage-parts';
import type { Usage } from '@ledgate/domain/till/charge';
import { REPORTED_SEARCHES_MAX } from '../limits.ts';
import type { PromptTexts } from './prompt-texts.ts';
import { type Count, encodingOf, type TokenCounter } from './token-counter.ts';
import type { Produced, ReportedUsage } from './usage.ts';

/** With the parts that there are, each within its total, as an event says them. */
function usageOf(
  source: Usage['source'],
  { prompt, completion, parts, serviceTier: _tier, ...others }: ReportedUsage,
): Usage {
  const stated = parts === undefined ? undefined : disjointParts({ prompt, completion, parts });
  return stated === undefined
    ? { source, prompt, completion, ...others }
    : { source, prompt, completion, parts: stated, ...others };
}

/** The provider's own figures, but for searches that nobody can have made. */
export const reportedUsage = (usage: ReportedUsage): Usage => usageOf('provider', withPossibleSearches(usage));

function withPossibleSearches(reported: ReportedUsage): ReportedUsage {
  if ((reported.measured?.searches ?? 0) <= REPORTED_SEARCHES_MAX) return reported;
  const { measured, ...usage } = reported;
  const { searches: _, ...others } = measured ?? {};
  return Object.keys(others).length === 0 ? usage : { ...usage, measured: others };
}

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

  /** `asked`: the prompt as its mode has it counted. What the provider has told of the answer counts where it is more than what came. */
  async counted(produced: Produced, asked: PromptTexts, model: string): Promise<Usage> {
    const encoding = encodingOf(model);
    const told = produced.told && withPossibleSearches(produced.told);
    const [promptCount, answerCount, ...early] = await Promise.all([
      this.#counter.count(encoding, told === undefined ? asked.texts : []),
      this.#counter.count(encoding, produced.texts),
      ...this.#early,
    ]);
    const came = early.reduce(
      (sum, { tokens }) => sum + tokens,
      answerCount.tokens + produced.fixedTokens + produced.soundTokens,
    );
    const exact = promptCount.exact && answerCount.exact && early.every((count) => count.exact);
    const prompt = promptCount.tokens + asked.fixedTokens;
    const { parts, ...figures } = told ?? { prompt, completion: 0, parts: { audioInput: asked.soundTokens } };
    const audioOutput = Math.max(produced.soundTokens, told?.parts?.audioOutput ?? 0);
    return usageOf(exact ? 'counted' : 'estimated', {
      ...figures,
      completion: Math.max(came, figures.completion),
      parts: { ...parts, audioOutput },
    });
  }
}
