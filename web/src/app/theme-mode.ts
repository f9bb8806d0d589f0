import type { ThemeMode } from '../shared/theme/colours.ts';
import { colours } from '../shared/theme/colours.ts';

/** Puts the theme on the document before anything is drawn, so that nothing flashes. Paper is light, whatever the screen is. */
export function applyTheme(chosen: ThemeMode): void {
  const mode = paper().matches ? 'light' : chosen;
  const { documentElement: root } = document;
  root.classList.toggle('dark', mode === 'dark');
  root.classList.toggle('light', mode === 'light');
  root.style.colorScheme = mode;
  root.style.background = colours.bg[mode];
}

/** The same, also when a page is printed and when it has been. Answers the end of it. */
export function keepTheme(chosen: ThemeMode): () => void {
  const apply = (): void => applyTheme(chosen);
  const printing = paper();
  apply();
  printing.addEventListener('change', apply);
  return () => printing.removeEventListener('change', apply);
}

const paper = (): MediaQueryList => matchMedia('print');
