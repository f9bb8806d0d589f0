/** The console's colours, light and dark. The contrast of every text pair is checked by a test. */
export type ThemeMode = 'light' | 'dark';
export type Shade = { readonly light: string; readonly dark: string };

export const colours = {
  bg: { light: '#FFFFFF', dark: '#0F1514' },
  panel: { light: '#F7F8F8', dark: '#161E1C' },
  fg: { light: '#14201E', dark: '#E6EDEB' },
  muted: { light: '#55625F', dark: '#9DADA9' },
  border: { light: '#DCE3E1', dark: '#2A3533' },
  brand: { light: '#0B6B5F', dark: '#4FC3B0' },
  onBrand: { light: '#FFFFFF', dark: '#0F1514' },
  danger: { light: '#B42318', dark: '#F97066' },
  warn: { light: '#8A5A00', dark: '#F5B84B' },
  info: { light: '#1D5FA8', dark: '#77B1F2' },
  violet: { light: '#6B4BB8', dark: '#B8A1F5' },
} as const satisfies Record<string, Shade>;

/** Series of a chart in order; the last is for "other". */
export const seriesColours: Readonly<Record<ThemeMode, readonly string[]>> = {
  light: ['#0B6B5F', '#C2570C', '#1D5FA8', '#9A6B00', '#6B4BB8', '#B0346E', '#3F7D20', '#5B6770'],
  dark: ['#4FC3B0', '#F2955A', '#77B1F2', '#E3BC4A', '#B8A1F5', '#F08CB8', '#9CCB6B', '#A5B1B9'],
};
