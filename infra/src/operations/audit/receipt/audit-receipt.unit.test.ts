import { describe, expect, it } from '@jest/globals';
import { Random } from '@ledgate/domain/testing/simulation/random';
import { casesInFull } from '../../../../test/testing/in-full.ts';
import { audited, isFound } from '../../../../test/audit/located.ts';
import { VKEY } from '../../../../test/audit/random-ledger.ts';
import { RECEIPT_CHANGES } from '../../../../test/audit/receipt-changes.ts';
import { randomReceipt } from '../../../../test/audit/random-receipt.ts';

const upTo = (count: number, from = 0): readonly number[] => Array.from({ length: count - from }, (_, at) => from + at);
const SEEDS = casesInFull(upTo(10), upTo(100, 10));
describe('the audit of a receipt', () => {
  it('finds nothing in true ones, with and without their wrapper, with and without what is private', () => {
    for (const seed of casesInFull(upTo(50), upTo(1_000, 50))) {
      const { answer, size } = randomReceipt(new Random(seed));
      if (seed % 3 === 0) delete answer['data'].private;
      const report = audited(JSON.stringify(seed % 2 === 0 ? answer : answer['data'], null, seed % 5), [VKEY]);
      expect([seed, report.faults.listed]).toEqual([seed, []]);
      expect(report).toMatchObject({ what: 'receipt', checkedSize: size });
    }
  });

  it.each(Object.entries(RECEIPT_CHANGES))('finds a change of %s', (_, change) => {
    for (const seed of SEEDS) {
      const random = new Random(seed);
      const { answer } = randomReceipt(random);
      const wanted = change(answer['data'], random);
      const report = audited(JSON.stringify(answer), [VKEY]);
      if (!isFound(report, wanted)) expect([seed, report.faults.listed]).toEqual([seed, wanted]);
    }
  });

  it('finds that the newest changes are left off', () => {
    const { answer } = randomReceipt(new Random(1));
    answer['data'].later_left_off = 2;
    expect(audited(JSON.stringify(answer), [VKEY]).faults.listed).toMatchObject([
      { kind: 'truncated', seen: '2 left off' },
    ]);
  });

  it('finds one whose key nobody gave whole by itself, and proven by nobody', () => {
    const { answer } = randomReceipt(new Random(1));
    const { faults, seals, checkedSize } = audited(JSON.stringify(answer), []);
    expect([faults.count, seals, checkedSize]).toEqual([0, 0, 0]);
  });
});
