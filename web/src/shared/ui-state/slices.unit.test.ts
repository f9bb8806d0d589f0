import { describe, expect, it } from '@jest/globals';
import { expired, left, sessionSlice, signedIn } from '../session/session-slice.ts';
import {
  densityChosen,
  initialUi,
  languageChosen,
  menuCollapsed,
  noticeRead,
  pageSizeChosen,
  themeChosen,
  uiSlice,
  zoneChosen,
} from './ui-slice.ts';

describe('ui choices', () => {
  it.each([
    [languageChosen('zh'), { language: 'zh' }],
    [themeChosen('dark'), { theme: 'dark' }],
    [menuCollapsed(true), { menuCollapsed: true }],
    [densityChosen(true), { compact: true }],
    [pageSizeChosen(50), { pageSize: 50 }],
    [zoneChosen('Asia/Tokyo'), { zone: 'Asia/Tokyo' }],
    [noticeRead('12-abc'), { noticeRead: '12-abc' }],
  ])('%j changes one thing', (action, change) =>
    expect(uiSlice.reducer(initialUi, action)).toEqual({ ...initialUi, ...change }),
  );
});

describe('session', () => {
  const user = { id: 7, username: 'ada', display_name: 'Ada', role: 10, status: 1, group: 'default', permissions: [] };
  it('keeps of the answer only what it needs', () => {
    const answered = { ...user, must_change_password: true };
    expect(sessionSlice.reducer(undefined, signedIn(answered))).toEqual({ user, left: false });
  });
  it('forgets the user, and remembers who left by choice until somebody signs in', () => {
    expect(sessionSlice.reducer({ user, left: false }, left())).toEqual({ user: null, left: true });
    expect(sessionSlice.reducer({ user, left: false }, expired())).toEqual({ user: null, left: false });
    expect(sessionSlice.reducer({ user: null, left: true }, signedIn(user))).toEqual({ user, left: false });
  });
});
