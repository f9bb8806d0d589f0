import type { Problem } from '../http/problem.ts';
import type { Language } from '@ledgate/domain/catalogue/language';
import type { Catalogue, Notice } from './catalogue.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

const CATALOGUES: Readonly<Record<Language, Catalogue>> = { en, zh };

export function problemText(problem: Problem, language: Language): string {
  const text = CATALOGUES[language].problems[problem.code] as (facts: Problem) => string;
  return text(problem);
}

export function noticeText(notice: Notice | undefined, language: Language): string {
  if (notice === undefined) return '';
  const text = CATALOGUES[language].notices[notice.code] as (facts: Notice) => string;
  return text(notice);
}
