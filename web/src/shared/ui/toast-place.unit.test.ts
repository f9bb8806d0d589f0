import { describe, expect, it } from '@jest/globals';
import { toastPlace, type Area } from './toast-place.ts';

const window = { width: 1280, height: 800 };
const toasts = { width: 360, height: 60 };
const area = (left: number, top: number, width: number, height: number): Area => ({ left, top, width, height });

describe('toastPlace', () => {
  it('is the middle of the lower edge where nothing is there', () =>
    expect(toastPlace(window, toasts, [area(0, 0, 1280, 48)])).toEqual({ left: 460, bottom: 16 }));

  it('is beside what stands there, and above where that fills the width', () => {
    expect(toastPlace(window, toasts, [area(600, 740, 80, 32)])).toEqual({ left: 904, bottom: 16 });
    // A row of buttons from 740 to 772: the toasts end above it.
    expect(toastPlace(window, toasts, [area(0, 740, 1280, 32)])).toEqual({ left: 460, bottom: 64 });
  });

  it('leaves a column of row actions free on a small screen', () => {
    const actions = Array.from({ length: 20 }, (_, row) => area(342, row * 44, 40, 40));
    expect(toastPlace({ width: 390, height: 844 }, { width: 302, height: 60 }, actions)).toEqual({
      left: 16,
      bottom: 16,
    });
  });

  it('covers the fewest where there is no free place', () => {
    const rows = Array.from({ length: 8 }, (_, row) => area(0, row * 100, 1280, 90));
    const crowded = [...rows, ...rows.slice(1)];
    const { bottom } = toastPlace(window, toasts, crowded);
    expect(window.height - bottom - toasts.height).toBeLessThan(100);
  });

  it('stays in a window that is smaller than they are', () =>
    expect(toastPlace({ width: 200, height: 40 }, toasts, [area(0, 0, 200, 40)])).toEqual({ left: 16, bottom: 16 }));
});
