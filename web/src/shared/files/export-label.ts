import type { Language } from '../i18n/language.ts';

export const exportLabel: Readonly<Record<Language, string>> = { en: 'Export as CSV', zh: '导出为 CSV' };
