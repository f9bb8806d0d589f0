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
    noticeRead: (state, { payload }: PayloadAction<string>) => ({ ...state, noticeRead: payload }),
  },
});

export const { languageChosen, themeChosen, menuCollapsed, densityChosen, pageSizeChosen, zoneChosen, noticeRead } =
  uiSlice.actions;
export const selectUi = (state: { ui: UiState }): UiState => state.ui;
