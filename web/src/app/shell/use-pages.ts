import { chatLinks } from '../../shared/chat/chat-links.ts';
import { useLanguage, useTexts } from '../../shared/i18n/text.tsx';
import { useSession } from '../../shared/session/use-session.ts';
import { type StatusRecord, useStatus } from '../../shared/status/status-api.ts';
import { accessOf, pages, type Place, type PageEntry } from '../pages.ts';

type NamedPage = Omit<PageEntry, 'name'> & { readonly name: string };

/** The pages in one of these places that this person's role and the operator's switches allow, with their names in the chosen language. */
export function usePages(...places: readonly Place[]): readonly NamedPage[] {
  const t = useTexts();
  const language = useLanguage();
  const status = useStatus();
  return useAllowedPages()
    .filter((page) => page.places.some((place) => places.includes(place)))
    .flatMap((page) => {
      const named = { ...page, name: page.name(t, language) };
      return page.id === 'chat' ? chatsOf(named, status) : [named];
    });
}

type NamedAction = Pick<PageEntry, 'id' | 'path' | 'icon'> & { readonly name: string };

/** What this person may do on the pages that are there for him, by the pages' rows. */
export function usePageActions(): readonly NamedAction[] {
  const t = useTexts();
  const language = useLanguage();
  const { may } = useSession();
  return useAllowedPages().flatMap(({ actions = [], icon }) =>
    actions
      .filter(({ role }) => role === undefined || may({ level: role }))
      .map(({ id, name, path }) => ({ id, name: name(t, language), path, icon })),
  );
}

function useAllowedPages(): readonly PageEntry[] {
  const { may } = useSession();
  const status = useStatus();
  return pages.filter((page) => may(accessOf(page)) && (page.option === undefined || status[page.option]));
}

/** An entry for each chat that the operator offers. */
const chatsOf = (page: NamedPage, status: StatusRecord): readonly NamedPage[] =>
  chatLinks(status).map(({ name }, index) => ({
    ...page,
    id: `${page.id}-${index}`,
    path: `/chat/${index}`,
    name: name === '' ? page.name : name,
  }));
