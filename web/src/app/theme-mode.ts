import type { ThemeMode } from '../shared/theme/colours.ts';
import { colours } from '../shared/theme/colours.ts';

/** Puts the theme on the document before anything is drawn, so that nothing flashes. */
export function applyTheme(mode: ThemeMode): void {
  const { documentElement: root } = document;
  root.classList.toggle('dark', mode === 'dark');
  root.classList.toggle('light', mode === 'light');
  root.style.colorScheme = mode;
  root.style.background = colours.bg[mode];
}
