import { describe, expect, it } from '@jest/globals';
import { filesBelow, textOf } from './house.ts';

/** Who writes figures of the console as texts: what they write below zero has its test beside them, or cannot be below zero. */
const WRITERS: ReadonlySet<string> = new Set([
  'web/src/shared/money/quota-format.ts',
  // Times, prices and payments are never below zero, and neither are a share and a temperature.
  'web/src/shared/time/time-format.ts',
  'web/src/features/pricing/prices.ts',
  'web/src/shared/topup/pay-money.ts',
  'web/src/features/dashboard/components/usage-table.tsx',
  'web/src/features/playground/components/choices-form.tsx',
]);

const sources = filesBelow('web/src').filter((path) => !/\.test\.tsx?$/.test(path) && !path.includes('/testing/'));

describe('figures of the console', () => {
  it('are written where the minus sign is looked after', () => {
    const writers = sources.filter((path) => /\.toFixed\(|\.toLocaleString\(|Intl\.NumberFormat/.test(textOf(path)));
    expect(writers.filter((path) => !WRITERS.has(path))).toEqual([]);
    expect([...WRITERS].filter((path) => !writers.includes(path))).toEqual([]);
  });

  it('have a minus sign in the texts, and no hyphen', () => {
    const texts = sources.filter((path) => /texts\.ts$|i18n\/(?:en|zh)\.ts$/.test(path));
    const hyphens = texts.flatMap((path) =>
      [...textOf(path).matchAll(/['"`\s（(：:，]-\$?\d[^\n]*/g)].map(([found]) => `${path}: ${found}`),
    );
    expect(texts.length).toBeGreaterThan(10);
    expect(hyphens).toEqual([]);
  });
});
