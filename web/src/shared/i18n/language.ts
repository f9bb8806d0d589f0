export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

const STORAGE_KEY = 'language';
const FALLBACK: Language = 'zh';

const known = (text: string | null | undefined): Language | undefined =>
  languages.find((language) => text?.toLowerCase().startsWith(language));

/** The saved language, else the browser's, else zh (docs/console.md#language). */
export const startLanguage = (): Language =>
  known(localStorage.getItem(STORAGE_KEY)) ?? known(navigator.language) ?? FALLBACK;

export const keepLanguage = (language: Language): void => localStorage.setItem(STORAGE_KEY, language);
