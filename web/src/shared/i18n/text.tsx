import { createContext, useContext, useEffect, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { loadedCode } from '../connection/page-code.ts';
import { useSession } from '../session/use-session.ts';
import type { en } from './en.ts';
import type { Language } from './language.ts';

/** Every text of the console. `en` is the type: a key that `zh` lacks fails the type check. */
export type Texts = typeof en;

/** Only the catalogue of the chosen language is loaded. */
export const loadTexts = (language: Language): Promise<Texts> =>
  loadedCode(async () => (language === 'en' ? (await import('./en.ts')).en : (await import('./zh.ts')).zh));

/** Administrators are not sent to the administrator. */
export const forAdministrators = (texts: Texts): Texts => ({
  ...texts,
  errors: { ...texts.errors, internal: texts.errors.internalOfAdmins },
  tokens: { ...texts.tokens, chatWrong: texts.tokens.chatWrongOfAdmins },
});

const TextContext = createContext<Texts | undefined>(undefined);

export function useTexts(): Texts {
  const texts = useContext(TextContext);
  if (!texts) throw new Error('useTexts outside of TextProvider');
  return texts;
}

export const useLanguage = (): Language => useSelector((state: { ui: { language: Language } }) => state.ui.language);

/** Texts of one feature alone, which lie in its folder, in the chosen language. They come with its page. */
export const useOwnTexts = <Own,>(texts: Readonly<Record<Language, Own>>): Own => texts[useLanguage()];

/** Shows the texts of the chosen language; the old ones stay until the new ones have come. */
export function TextProvider({
  initial,
  children,
}: {
  readonly initial: Texts;
  readonly children: ReactNode;
}): ReactElement {
  const language = useLanguage();
  const { isAdmin } = useSession();
  const [texts, setTexts] = useState(initial);
  const shown = useMemo(() => (isAdmin ? forAdministrators(texts) : texts), [isAdmin, texts]);
  useEffect(() => {
    let current = true;
    document.documentElement.lang = language;
    void loadTexts(language).then(
      (loaded) => {
        if (current) setTexts(loaded);
      },
      // Gone: the old ones stay, and the line under the top bar says it.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [language]);
  return <TextContext value={shown}>{children}</TextContext>;
}
