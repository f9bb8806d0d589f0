import { defineConfig } from '@chakra-ui/react';
import {
  animationStyles,
  buttonRecipe,
  cssVarsPrefix,
  cssVarsRoot,
  dialogSlotRecipe,
  drawerSlotRecipe,
  fieldsetSlotRecipe,
  fieldSlotRecipe,
  globalCss,
  headingRecipe,
  inputRecipe,
  kbdRecipe,
  keyframes,
  layerStyles,
  linkRecipe,
  menuSlotRecipe,
  nativeSelectSlotRecipe,
  popoverSlotRecipe,
  progressSlotRecipe,
  segmentGroupSlotRecipe,
  skeletonRecipe,
  skipNavLinkRecipe,
  spinnerRecipe,
  switchSlotRecipe,
  tabsSlotRecipe,
  textareaRecipe,
  textStyles,
  toastSlotRecipe,
  tokens,
} from '@chakra-ui/react/theme';

/** A shadow of Chakra's in both themes: its way down, its blur, and how dark it and the line around it are on a light ground, in percent. */
const shadow = (down: number, blur: number, dark: number, line: number) => ({
  value: {
    _light: `0px ${down}px ${blur}px {colors.gray.900/${dark}}, 0px 0px 1px {colors.gray.900/${line}}`,
    _dark: `0px ${down}px ${blur}px {black/64}, 0px 0px 1px inset {colors.gray.300/30}`,
  },
});

/** Those that its recipes in use name. Its other semantic tokens are the console's own (system.ts): with them a first visit would carry its nine palettes. */
const shadows = {
  xs: {
    value: {
      _light: '0px 1px 2px {colors.gray.900/10}, 0px 0px 1px {colors.gray.900/20}',
      _dark: '0px 1px 1px {black/64}, 0px 0px 1px inset {colors.gray.300/20}',
    },
  },
  sm: shadow(2, 4, 10, 30),
  md: shadow(4, 8, 10, 30),
  lg: shadow(8, 16, 10, 30),
  xl: shadow(16, 24, 10, 30),
  inset: { value: { _light: 'inset 0 0 0 1px {black/5}', _dark: 'inset 0 0 0 1px {colors.gray.300/5}' } },
};

/**
 * Chakra's own theme with the recipes of the components in use alone: its `defaultConfig` carries those of eighty components into every first
 * visit. A component whose recipe is missing here looks bare; a unit test in infra names it.
 */
export const chakraTheme = defineConfig({
  preflight: true,
  cssVarsPrefix,
  cssVarsRoot,
  globalCss,
  theme: {
    keyframes,
    tokens,
    semanticTokens: { shadows },
    textStyles,
    layerStyles,
    animationStyles,
    recipes: {
      button: buttonRecipe,
      heading: headingRecipe,
      input: inputRecipe,
      kbd: kbdRecipe,
      link: linkRecipe,
      skeleton: skeletonRecipe,
      skipNavLink: skipNavLinkRecipe,
      spinner: spinnerRecipe,
      textarea: textareaRecipe,
    },
    slotRecipes: {
      dialog: dialogSlotRecipe,
      drawer: drawerSlotRecipe,
      field: fieldSlotRecipe,
      fieldset: fieldsetSlotRecipe,
      menu: menuSlotRecipe,
      nativeSelect: nativeSelectSlotRecipe,
      popover: popoverSlotRecipe,
      progress: progressSlotRecipe,
      segmentGroup: segmentGroupSlotRecipe,
      switch: switchSlotRecipe,
      tabs: tabsSlotRecipe,
      toast: toastSlotRecipe,
    },
  },
});
