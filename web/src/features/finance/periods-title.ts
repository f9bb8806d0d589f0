import type { Language } from '../../shared/i18n/language.ts';

/** What the page is called: every first visit has the rows of the pages. */
export const periodsTitle: Readonly<Record<Language, string>> = { en: 'Periods', zh: '账期' };
