import { isJsonObject, parsedJson } from '@ledgate/domain/shared/json';
import { keepLanguage, startLanguage } from '../i18n/language.ts';
import { isZone } from '@ledgate/domain/shared/zone-offset';
import { initialUi, pageSizes, type UiState } from './ui-slice.ts';

const truth = (text: string | null): boolean | undefined =>
  text === 'true' ? true : text === 'false' ? false : undefined;

/** What is not as it was written, by hand or by an earlier release, is nobody's choice. */
function storedColumns(): UiState['columns'] {
  const kept = parsedJson(localStorage.getItem('columns') ?? '{}');
  if (!isJsonObject(kept)) return initialUi.columns;
  return Object.fromEntries(
    Object.entries(kept).flatMap(([list, shown]) =>
      Array.isArray(shown) ? [[list, shown.filter((id) => typeof id === 'string')]] : [],
    ),
  );
}

/** The choices kept in this browser; the theme is the system's until one was chosen. */
export const storedUi = (): UiState => {
  const theme = localStorage.getItem('theme-mode');
  const zone = localStorage.getItem('time-zone') ?? '';
  const size = Number(localStorage.getItem('page-size'));
  return {
    language: startLanguage(),
    theme:
      theme === 'dark' || theme === 'light'
        ? theme
        : window.matchMedia('(prefers-color-scheme: dark)').matches
          ? 'dark'
          : 'light',
    menuCollapsed: truth(localStorage.getItem('menu-collapsed')),
    compact: localStorage.getItem('compact') === 'true',
    pageSize: pageSizes.find((known) => known === size) ?? initialUi.pageSize,
    zone: isZone(zone) ? zone : undefined,
    columns: storedColumns(),
    noticeRead: localStorage.getItem('notice-read') ?? initialUi.noticeRead,
  };
};

/** Keeps what changed; what nobody chose is not written. */
export function keepUi(before: UiState, after: UiState): void {
  if (before.language !== after.language) keepLanguage(after.language);
  if (before.theme !== after.theme) localStorage.setItem('theme-mode', after.theme);
  if (before.menuCollapsed !== after.menuCollapsed) localStorage.setItem('menu-collapsed', String(after.menuCollapsed));
  if (before.compact !== after.compact) localStorage.setItem('compact', String(after.compact));
  if (before.pageSize !== after.pageSize) localStorage.setItem('page-size', String(after.pageSize));
  if (before.columns !== after.columns) localStorage.setItem('columns', JSON.stringify(after.columns));
  if (before.noticeRead !== after.noticeRead) localStorage.setItem('notice-read', after.noticeRead);
  if (before.zone !== after.zone) {
    if (after.zone === undefined) localStorage.removeItem('time-zone');
    else localStorage.setItem('time-zone', after.zone);
  }
}
