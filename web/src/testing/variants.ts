import type { Window } from './console-page.ts';

/** A way to look at a page: language, theme, and the size of the window in CSS pixels. */
export type Variant = Required<Omit<Window, 'zone'>>;

const LANGUAGES = ['en', 'zh'] as const;
const THEMES = ['light', 'dark'] as const;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
] as const;

const ALL: readonly Variant[] = LANGUAGES.flatMap((language) =>
  THEMES.flatMap((theme) => SIZES.map((size) => ({ language, theme, ...size }))),
);
/** The two that share nothing. */
const USUAL: ReadonlySet<string> = new Set(['en light 1440', 'zh dark 390']);

export const variantName = ({ language, theme, width }: Variant): string => `${language} ${theme} ${width}`;

export const areAllVariants = process.env['BROWSER_VARIANTS'] === 'all';

/** In which variants whatever has an appearance is looked at: the usual two, or all with BROWSER_VARIANTS=all. */
export const VARIANTS: readonly Variant[] = areAllVariants
  ? ALL
  : ALL.filter((variant) => USUAL.has(variantName(variant)));

const at = (language: 'en' | 'zh', theme: 'light' | 'dark', width: number, height: number): Variant => ({
  language,
  theme,
  width,
  height,
});
/** The ways of which pictures are kept. */
export const VARIANTS_OF_PICTURES: readonly Variant[] = [at('en', 'light', 1440, 900), at('zh', 'dark', 390, 844)];
/** The ways in which every state of a page is looked at: two, with BROWSER_VARIANTS=all two more. */
export const VARIANTS_OF_STATES: readonly Variant[] = [
  ...VARIANTS_OF_PICTURES,
  ...(areAllVariants ? [at('en', 'dark', 390, 844), at('zh', 'light', 1024, 768)] : []),
];
