import { LuLanguages, LuLogOut, LuMoon, LuSun } from 'react-icons/lu';
import type { IconType } from 'react-icons';
import { useNavigate } from 'react-router-dom';
import { languages } from '../../shared/i18n/language.ts';
import { useOwnTexts, useTexts } from '../../shared/i18n/text.tsx';
import { useLeaving } from '../../shared/ui/use-leaving.ts';
import { usePageActions } from './use-pages.ts';
import { paletteTexts } from './palette-texts.ts';
import { languageNames, useLanguageChoice, useThemeSwitch } from './use-choices.ts';
import { useSignOut } from './use-sign-out.ts';

export type PaletteAction = {
  readonly id: string;
  readonly name: string;
  readonly icon: IconType;
  readonly run: () => void;
};

/** What the palette offers to do: what the rows of the pages say that this person may do on them, then what the shell does itself. */
export function usePaletteActions(): readonly PaletteAction[] {
  const t = useTexts();
  const own = useOwnTexts(paletteTexts);
  const navigate = useNavigate();
  const pageActions = usePageActions();
  const { theme, label, switchTheme } = useThemeSwitch();
  const { language, choose } = useLanguageChoice();
  const leaving = useLeaving();
  const signOut = useSignOut();
  return [
    ...pageActions.map(({ id, name, icon, path }) => ({ id, name, icon, run: () => void navigate(path) })),
    { id: 'theme', name: label, icon: theme === 'dark' ? LuSun : LuMoon, run: switchTheme },
    ...languages
      .filter((known) => known !== language)
      .map((known) => ({
        id: `language-${known}`,
        name: own.language(languageNames[known]),
        icon: LuLanguages,
        run: () => choose(known),
      })),
    { id: 'leave', name: t.nav.signOut, icon: LuLogOut, run: () => leaving(() => void signOut()) },
  ];
}
