import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Language } from '../i18n/language.ts';
import type { ThemeMode } from '../theme/colours.ts';

export const pageSizes = [10, 20, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

/** What a person chose for this browser; none of it is known to the server. */
export type UiState = {
  readonly language: Language;
  readonly theme: ThemeMode;
  /** undefined: as the operator's default says. */
  readonly menuCollapsed: boolean | undefined;
  readonly compact: boolean;
  readonly pageSize: PageSize;
  /** In which times are shown, as `Europe/Berlin`; undefined: the browser's. */
  readonly zone: string | undefined;
  /** The columns of lists whose columns were chosen, by the list's id; the others show what there is room for. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** The mark of the operator's notice that was read last; '' while none was. */
  readonly noticeRead: string;
};

export const initialUi: UiState = {
  language: 'en',
  theme: 'light',
  menuCollapsed: undefined,
  compact: false,
  pageSize: 10,
  zone: undefined,
  columns: {},
  noticeRead: '',
};

export const uiSlice = createSlice({
  name: 'ui',
  initialState: initialUi,
  reducers: {
    languageChosen: (state, { payload }: PayloadAction<Language>) => ({ ...state, language: payload }),
    themeChosen: (state, { payload }: PayloadAction<ThemeMode>) => ({ ...state, theme: payload }),
    menuCollapsed: (state, { payload }: PayloadAction<boolean>) => ({ ...state, menuCollapsed: payload }),
    densityChosen: (state, { payload }: PayloadAction<boolean>) => ({ ...state, compact: payload }),
    pageSizeChosen: (state, { payload }: PayloadAction<PageSize>) => ({ ...state, pageSize: payload }),
    zoneChosen: (state, { payload }: PayloadAction<string | undefined>) => ({ ...state, zone: payload }),
    /** `shown` undefined: as there is room again. */
    columnsChosen: (
      state,
      { payload: { list, shown } }: PayloadAction<{ list: string; shown: readonly string[] | undefined }>,
    ) => {
      const { [list]: _before, ...columns } = state.columns;
      return { ...state, columns: shown === undefined ? columns : { ...columns, [list]: shown } };
    },
    noticeRead: (state, { payload }: PayloadAction<string>) => ({ ...state, noticeRead: payload }),
  },
});

export const {
  languageChosen,
  themeChosen,
  menuCollapsed,
  densityChosen,
  pageSizeChosen,
  zoneChosen,
  columnsChosen,
  noticeRead,
} = uiSlice.actions;
export const selectUi = (state: { ui: UiState }): UiState => state.ui;
