import { IconButton } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuLanguages, LuMoon, LuSun } from 'react-icons/lu';
import { useTexts } from '../../shared/i18n/text.tsx';
import { useAsked } from '../../shared/ui/on-demand.tsx';
import { useThemeSwitch } from './use-choices.ts';

const loadLanguages = async () => (await import('./language-menu.tsx')).LanguageMenu;

export function LanguageButton(): ReactElement {
  const t = useTexts();
  const { Part: LanguageMenu, ask, warm } = useAsked(loadLanguages);
  if (LanguageMenu) return <LanguageMenu />;
  return (
    <IconButton
      aria-label={t.nav.language}
      aria-haspopup="menu"
      aria-expanded={false}
      title={t.nav.language}
      variant="ghost"
      size="xs"
      onPointerEnter={warm}
      onFocus={warm}
      onClick={ask}
    >
      <LuLanguages />
    </IconButton>
  );
}

export function ThemeButton(): ReactElement {
  const { theme, label, switchTheme } = useThemeSwitch();
  return (
    <IconButton aria-label={label} title={label} variant="ghost" size="xs" onClick={switchTheme}>
      {theme === 'dark' ? <LuSun /> : <LuMoon />}
    </IconButton>
  );
}
