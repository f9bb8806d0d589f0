import type { Problem, ProblemCode } from '../http/problem.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a success says where older consoles show the server's message (contract A.1). */
export type Notice = 'earnings_transferred' | 'model_ratio_reset';

/** One text for each code and language; a missing one does not compile. */
export type Catalogue = {
  readonly problems: { readonly [Code in ProblemCode]: (facts: Extract<Problem, { code: Code }>) => string };
  readonly notices: Readonly<Record<Notice, string>>;
};

const CATALOGUES: Readonly<Record<Language, Catalogue>> = { en, zh };

export function problemText(problem: Problem, language: Language): string {
  const text = CATALOGUES[language].problems[problem.code] as (facts: Problem) => string;
  return text(problem);
}

export const noticeText = (notice: Notice | undefined, language: Language): string => (notice === undefined ? '' : CATALOGUES[language].notices[notice]);
