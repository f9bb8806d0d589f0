import type { Language } from '../../shared/i18n/language.ts';

/** What the page is called: every first visit has the rows of the pages. */
export const sealsTitle: Readonly<Record<Language, string>> = { en: 'Seals', zh: '封存' };
