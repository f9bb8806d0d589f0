import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { chakraTheme } from './chakra-theme.ts';
import { colours, type Shade } from './colours.ts';

const shade = (of: Shade) => ({ value: { _light: of.light, _dark: of.dark } });
/** Dark grounds need more of the colour to be told apart from the panel. */
const DARK_TINT = 1.8;
const tint = (of: Shade, percent: number) => ({
  value: {
    _light: `color-mix(in srgb, ${of.light} ${percent}%, ${colours.bg.light})`,
    _dark: `color-mix(in srgb, ${of.dark} ${Math.round(percent * DARK_TINT)}%, ${colours.bg.dark})`,
  },
});

/** A palette that Chakra's recipes can take as `colorPalette`. */
const palette = (of: Shade) => ({
  DEFAULT: shade(of),
  solid: shade(of),
  contrast: shade(colours.onBrand),
  fg: shade(of),
  subtle: tint(of, 8),
  muted: tint(of, 14),
  emphasized: tint(of, 22),
  border: tint(of, 40),
  focusRing: shade(colours.brand),
});

const neutral = {
  ...palette(colours.fg),
  contrast: shade(colours.bg),
  subtle: shade(colours.panel),
  muted: tint(colours.fg, 8),
  emphasized: tint(colours.fg, 14),
  border: shade(colours.border),
};

const config = defineConfig({
  globalCss: {
    html: { bg: 'bg', color: 'fg', colorPalette: 'gray' },
    body: { fontSize: '14px', lineHeight: '20px', fontFeatureSettings: "'cv11', 'ss03'" },
    '::selection': { bg: 'brand.emphasized' },
    '*:focus-visible': { outlineColor: 'brand' },
    'button, select, [role=menuitem], input:not([type=checkbox])': {
      '@media (pointer: coarse)': { minHeight: '44px' },
    },
    '*, *::before, *::after': {
      '@media (prefers-reduced-motion: reduce)': {
        animationDuration: '0.01ms !important',
        transitionDuration: '0.01ms !important',
      },
    },
    '.no-print': { '@media print': { display: 'none !important' } },
  },
  theme: {
    breakpoints: { sm: '600px', md: '768px', lg: '1024px', xl: '1280px', '2xl': '1536px' },
    tokens: {
      fonts: {
        heading: {
          value:
            "'Inter Variable', system-ui, -apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
        },
        body: {
          value:
            "'Inter Variable', system-ui, -apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
        },
        mono: { value: "ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace" },
      },
    },
    semanticTokens: {
      colors: {
        bg: {
          DEFAULT: shade(colours.bg),
          panel: shade(colours.panel),
          subtle: shade(colours.panel),
          muted: tint(colours.fg, 6),
          emphasized: tint(colours.fg, 12),
        },
        fg: {
          DEFAULT: shade(colours.fg),
          muted: shade(colours.muted),
          subtle: shade(colours.muted),
          error: shade(colours.danger),
        },
        border: {
          DEFAULT: shade(colours.border),
          muted: shade(colours.border),
          subtle: shade(colours.border),
          emphasized: tint(colours.fg, 24),
          error: shade(colours.danger),
        },
        gray: neutral,
        brand: palette(colours.brand),
        danger: palette(colours.danger),
        red: palette(colours.danger),
        warn: palette(colours.warn),
        info: palette(colours.info),
        violet: palette(colours.violet),
      },
      radii: { l1: { value: '4px' }, l2: { value: '6px' }, l3: { value: '8px' } },
    },
    recipes: {
      button: { base: { fontWeight: 500 }, defaultVariants: { size: 'sm', variant: 'outline' } },
      input: { defaultVariants: { size: 'sm' } },
      textarea: { defaultVariants: { size: 'sm' } },
    },
  },
});

/** Chakra's system with the console's tokens: 4 px grid, one-pixel borders, brand teal; sizes and colours come from here only. */
export const system = createSystem(defaultBaseConfig, chakraTheme, config);
