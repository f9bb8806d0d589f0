import { describe, expect, it } from '@jest/globals';
import { exampleCharge } from '@ledgate/domain/testing/example-charge';
import { Random } from '@ledgate/domain/testing/simulation/random';
import type { Charge } from '@ledgate/domain/till/charge';
import { checkpointText } from '@ledgate/projections/seals/note-texts';
import { signedNote, vkeyOf } from '@ledgate/projections/seals/signed-note';
import { casesInFull } from '../../../../test/testing/in-full.ts';
import { audited, isFound } from '../../../../test/audit/located.ts';
import { type Deceit, newSigner, sealedReceipt } from '../../../../test/receipts/sealed-receipt.ts';
import { VKEY } from '../../../../test/audit/random-ledger.ts';
import { RECEIPT_CHANGES } from '../../../../test/audit/receipt-changes.ts';
import { randomReceipt } from '../../../../test/audit/random-receipt.ts';
import { Unreadable } from '../unreadable.ts';

const upTo = (count: number, from = 0): readonly number[] => Array.from({ length: count - from }, (_, at) => from + at);
const SEEDS = casesInFull(upTo(5), upTo(100, 5));
describe('the audit of a receipt', () => {
  it('finds nothing in true ones, with and without their wrapper, with and without what is private', () => {
    for (const seed of casesInFull(upTo(20), upTo(1_000, 20))) {
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

  const SIGNED_BY = newSigner();
  const task = { taskId: '7', platform: 'video', action: 'generate' };
  const chargeOf = (more: object = {}) => exampleCharge({ privateSalt: 's', ...more } as Partial<Charge>);
  const recorded = (charge: Charge) => ({ type: 'ConsumptionRecorded', data: { ...charge, interrupted: false } });
  const sealed = (events: readonly { type: string; data: object }[], standsAt: number, deceit: Deceit = {}) =>
    sealedReceipt(
      SIGNED_BY,
      events.map(({ type, data }) => ({ type, data: JSON.stringify(data) })),
      { index: 3, size: 11, standsAt, deceit },
    );
  const faultsOf = (answer: unknown, heads: readonly string[] = []) =>
    audited(JSON.stringify(answer), [vkeyOf(SIGNED_BY)], heads).faults.listed;

  it('finds an exact amount that usage and price do not come to', () => {
    const { price } = exampleCharge();
    const answer = (exact: string) => sealed([recorded(chargeOf({ price: { ...price, exact } }))], 100);
    expect(faultsOf(answer('100.0'))).toEqual([]);
    expect(faultsOf(answer('100.4'))).toMatchObject([
      { kind: 'edited', expected: expect.stringContaining('exact 100') },
    ]);
  });

  it('finds a refund of what is not known, unless the charge is of a time that knew no tasks', () => {
    const refund = { type: 'ConsumptionRefunded', data: { amount: 50, source: 'task-7', tokenId: 5 } };
    const of = (charge: Charge, deceit?: Deceit) => faultsOf(sealed([recorded(charge), refund], 50, deceit));
    expect(of(chargeOf({ task }))).toEqual([]);
    expect(of(exampleCharge(), { schema: '1' })).toEqual([]);
    expect(of(chargeOf())).toMatchObject([{ kind: 'edited', place: { index: 4 } }]);
    expect(of(chargeOf({ task: { ...task, taskId: '8' } }))).toMatchObject([{ kind: 'edited', place: { index: 4 } }]);
  });

  it('holds it against published heads of its size, and says how many are of others', () => {
    const answer = sealed([recorded(chargeOf())], 100);
    const own = answer.proof?.checkpoint ?? '';
    const headOf = (size: number, signer = SIGNED_BY) =>
      signedNote(checkpointText({ origin: signer.name, size, root: new Uint8Array(32) }), signer);
    expect(faultsOf(answer, [own])).toEqual([]);
    expect(faultsOf(answer, [headOf(11)])).toMatchObject([{ kind: 'refilled', place: { index: 3 } }]);
    expect(faultsOf(answer, [headOf(11, newSigner('ledgate/other'))])).toMatchObject([{ kind: 'signature' }]);
    const { faults, warnings } = audited(JSON.stringify(answer), [vkeyOf(SIGNED_BY)], [headOf(12), headOf(10), own]);
    expect([faults.listed, warnings.join()]).toEqual([[], expect.stringContaining('2 checkpoints are of other sizes')]);
  });

  it('finds two trees of one size in it', () => {
    const refund = { amount: 50, source: 'task-7', tokenId: 5, requestId: 'request-1' };
    const of = (more: object) =>
      sealed([recorded(chargeOf()), { type: 'ConsumptionRefunded', data: { ...refund, ...more } }], 50);
    const [one, other] = [of({}), of({ source: 'task-8' })];
    expect(faultsOf(one)).toEqual([]);
    expect(faultsOf({ ...one, later: other.later })).toMatchObject([{ kind: 'refilled', place: { index: 4 } }]);
  });

  it('does not read what a later release has written, unless it was tampered with', () => {
    const answer = sealed([recorded(chargeOf())], 100, { schema: '99' });
    expect(() => faultsOf(answer)).toThrow(Unreadable);
    expect(faultsOf({ ...answer, index: 2 }).length).toBeGreaterThan(0);
  });

  it('finds one whose key nobody gave whole by itself, and proven by nobody', () => {
    const { answer } = randomReceipt(new Random(1));
    const { faults, seals, checkedSize } = audited(JSON.stringify(answer), []);
    expect([faults.count, seals, checkedSize]).toEqual([0, 0, 0]);
  });
});
