import type { Language } from '../../shared/i18n/language.ts';

/** Apart from the feature's other texts, since every first visit has the rows of the pages. */
export const ownNamesTitle: Readonly<Record<Language, string>> = { en: 'Your names', zh: '您的名称' };
