import type { Language } from '../../shared/i18n/language.ts';

/** What the page is called: every first visit has the rows of the pages. */
export const exportsTitle: Readonly<Record<Language, string>> = { en: 'Exports', zh: '导出' };
