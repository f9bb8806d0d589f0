import { defineConfig } from '@chakra-ui/react';
import {
  animationStyles, buttonRecipe, cssVarsPrefix, cssVarsRoot, dialogSlotRecipe, drawerSlotRecipe, fieldSlotRecipe, globalCss, headingRecipe, inputRecipe, kbdRecipe, keyframes, layerStyles, linkRecipe,
  menuSlotRecipe, nativeSelectSlotRecipe, popoverSlotRecipe, segmentGroupSlotRecipe, semanticTokens, skeletonRecipe, skipNavLinkRecipe, spinnerRecipe, switchSlotRecipe, tabsSlotRecipe, textareaRecipe,
  textStyles, toastSlotRecipe, tokens,
} from '@chakra-ui/react/theme';

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
    semanticTokens,
    textStyles,
    layerStyles,
    animationStyles,
    recipes: {
      button: buttonRecipe, heading: headingRecipe, input: inputRecipe, kbd: kbdRecipe, link: linkRecipe, skeleton: skeletonRecipe, skipNavLink: skipNavLinkRecipe, spinner: spinnerRecipe, textarea: textareaRecipe,
    },
    slotRecipes: {
      dialog: dialogSlotRecipe, drawer: drawerSlotRecipe, field: fieldSlotRecipe, menu: menuSlotRecipe, nativeSelect: nativeSelectSlotRecipe, popover: popoverSlotRecipe, segmentGroup: segmentGroupSlotRecipe,
      switch: switchSlotRecipe, tabs: tabsSlotRecipe, toast: toastSlotRecipe,
    },
  },
});
