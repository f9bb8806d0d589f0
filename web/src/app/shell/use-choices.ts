import { useDispatch, useSelector } from 'react-redux';
import { baseApi } from '../../shared/api/base-api.ts';
import type { Language } from '../../shared/i18n/language.ts';
import { useTexts } from '../../shared/i18n/text.tsx';
import type { ThemeMode } from '../../shared/theme/colours.ts';
import { languageChosen, selectUi, themeChosen } from '../../shared/ui-state/ui-slice.ts';

/** A language is named in itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };

/** The language that is shown, and how another one is chosen. */
export function useLanguageChoice(): { readonly language: Language; readonly choose: (chosen: Language) => void } {
  const dispatch = useDispatch();
  const { language } = useSelector(selectUi);
  const choose = (chosen: Language): void => {
    dispatch(languageChosen(chosen));
    // Sentences of logs and ledger come from the server in the reader's language.
    dispatch(baseApi.util.invalidateTags(['Log', 'Ledger']));
  };
  return { language, choose };
}

/** The theme that is shown, what the other one is called where it is offered, and how it is chosen. */
export function useThemeSwitch(): {
  readonly theme: ThemeMode;
  readonly label: string;
  readonly switchTheme: () => void;
} {
  const t = useTexts();
  const dispatch = useDispatch();
  const { theme } = useSelector(selectUi);
  return {
    theme,
    label: theme === 'dark' ? t.nav.light : t.nav.dark,
    switchTheme: () => void dispatch(themeChosen(theme === 'dark' ? 'light' : 'dark')),
  };
}
