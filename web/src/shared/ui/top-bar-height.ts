/** The top bar stays in sight: what sticks to the top does so below it. */
export const TOP_BAR_HEIGHT = '48px';
