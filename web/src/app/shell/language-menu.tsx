import { IconButton, Menu, Portal } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuLanguages } from 'react-icons/lu';
import { languages } from '../../shared/i18n/language.ts';
import { useTexts } from '../../shared/i18n/text.tsx';
import { languageNames, useLanguageChoice } from './use-choices.ts';

/** Opens as it comes: a press has asked for it (choices.tsx). */
export function LanguageMenu(): ReactElement {
  const t = useTexts();
  const { language, choose } = useLanguageChoice();
  const onValue = (value: string): void => {
    const chosen = languages.find((known) => known === value);
    if (chosen) choose(chosen);
  };
  return (
    <Menu.Root defaultOpen lazyMount positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <IconButton aria-label={t.nav.language} title={t.nav.language} variant="ghost" size="xs">
          <LuLanguages />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content bg="bg" borderWidth="1px" minW="128px">
            <Menu.RadioItemGroup value={language} onValueChange={(details) => onValue(details.value)}>
              {languages.map((known) => (
                <Menu.RadioItem key={known} value={known} lang={known} minH="32px">
                  {languageNames[known]}
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
