import { describe, expect, it } from '@jest/globals';
import { en } from '../i18n/en.ts';
import { zh } from '../i18n/zh.ts';
import { groupDecimal } from '../receipt/decimal-text.ts';
import {
  abbreviate,
  abbreviateQuota,
  formatCount,
  formatDigits,
  formatDollars,
  formatNumber,
  formatQuota,
  formatQuotaUnits,
} from './quota-format.ts';

const unit = { quotaPerUnit: 500_000, currency: true };

describe('the minus sign', () => {
  it.each([
    formatCount(-12_345),
    formatNumber(-0.5),
    formatQuotaUnits(-12_345),
    formatDigits('-12345'),
    formatDollars(-12_345, 500_000, 6),
    formatQuota(-12_345, unit),
    formatQuota(-12_345, { ...unit, currency: false }),
    abbreviate(-12_345),
    abbreviate(-1.5),
    abbreviateQuota(-12_345, unit),
    abbreviateQuota(-12_345_000_000, unit),
    groupDecimal('-12345.5'),
    ...[en, zh].flatMap(({ form }) => [
      form.countBetween(-999, -1).replace(/−999|−1/gu, '−'),
      form.numberBetween(-999, -1).replace(/−999|−1/gu, '−'),
      form.numberMin(-999),
      form.numberMax(-999),
    ]),
    en.channels.priorityWrong,
    zh.channels.priorityWrong,
  ])('is one in all figures: %s', (text) => {
    expect(text).toContain('−');
    expect(text).not.toMatch(/-\$?\d/u);
  });
});
