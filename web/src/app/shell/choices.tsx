import { IconButton, Menu, Portal } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuLanguages, LuMoon, LuSun } from 'react-icons/lu';
import { useDispatch, useSelector } from 'react-redux';
import { baseApi } from '../../shared/api/base-api.ts';
import { languages, type Language } from '../../shared/i18n/language.ts';
import { useTexts } from '../../shared/i18n/text.tsx';
import { languageChosen, selectUi, themeChosen } from '../../shared/ui-state/ui-slice.ts';

/** A language is named in itself. */
const names: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };

export function LanguageMenu(): ReactElement {
  const t = useTexts();
  const dispatch = useDispatch();
  const { language } = useSelector(selectUi);
  const choose = (value: string): void => {
    const chosen = languages.find((known) => known === value);
    if (!chosen) return;
    dispatch(languageChosen(chosen));
    // Sentences of logs and ledger come from the server in the reader's language.
    dispatch(baseApi.util.invalidateTags(['Log', 'Ledger']));
  };
  return (
    <Menu.Root lazyMount positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <IconButton aria-label={t.nav.language} title={t.nav.language} variant="ghost" size="xs">
          <LuLanguages />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content bg="bg" borderWidth="1px" minW="128px">
            <Menu.RadioItemGroup value={language} onValueChange={(details) => choose(details.value)}>
              {languages.map((known) => (
                <Menu.RadioItem key={known} value={known} lang={known} minH="32px">
                  {names[known]}
                  <Menu.ItemIndicator />
                </Menu.RadioItem>
              ))}
            </Menu.RadioItemGroup>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}

export function ThemeButton(): ReactElement {
  const t = useTexts();
  const dispatch = useDispatch();
  const { theme } = useSelector(selectUi);
  const label = theme === 'dark' ? t.nav.light : t.nav.dark;
  return (
    <IconButton
      aria-label={label}
      title={label}
      variant="ghost"
      size="xs"
      onClick={() => dispatch(themeChosen(theme === 'dark' ? 'light' : 'dark'))}
    >
      {theme === 'dark' ? <LuSun /> : <LuMoon />}
    </IconButton>
  );
}
