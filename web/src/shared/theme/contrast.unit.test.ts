import { describe, expect, it } from '@jest/globals';
import { colours, type ThemeMode } from './colours.ts';
import { contrast } from './contrast.ts';

const TEXT_CONTRAST_MIN = 4.5;
const modes: readonly ThemeMode[] = ['light', 'dark'];
const texts = ['fg', 'muted', 'brand', 'danger', 'warn', 'info', 'violet'] as const;

describe('contrast', () => {
  it('is 21 between black and white and 1 between equals', () => {
    expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21);
    expect(contrast('#0B6B5F', '#0B6B5F')).toBe(1);
  });
});

describe.each(modes)('text colours, %s', (mode) => {
  it.each(texts)('%s is readable on page and panel', (name) => {
    for (const ground of [colours.bg, colours.panel])
      expect(contrast(colours[name][mode], ground[mode])).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN);
  });

  it.each(['brand', 'danger'] as const)('text on %s is readable', (name) => {
    expect(contrast(colours[name][mode], colours.onBrand[mode])).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN);
  });
});
