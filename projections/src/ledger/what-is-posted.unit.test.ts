import { describe, expect, it } from '@jest/globals';
import type { Recorded } from '@ledgate/domain/events/codec';
import { lineOf } from '@ledgate/domain/postings/chart';
import { postings } from '@ledgate/domain/postings/postings';
import { everyEvent } from '@ledgate/domain/testing/every-event';
import { addTo, noChange } from '../balances/balance-change.ts';
import { claimStepOf } from '../claims/claim-of.ts';
import { codes } from '../codes/codes.ts';
import type { BatchWriter } from '../runner/batch-writer.ts';
import { ledgerEntryOf } from './ledger-entry-of.ts';

/** What an event posts to the lines of a trial balance that `of` picks. */
const posted = (recorded: Recorded, of: (line: string) => boolean): readonly number[] =>
  postings(recorded)
    .filter(({ account }) => of(lineOf(account)))
    .map(({ amount }) => amount);
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
const walletOf = (recorded: Recorded): number => sum(posted(recorded, (line) => line === 'user:*:wallet'));

async function writesCodes(recorded: Recorded): Promise<boolean> {
  let written = false;
  const part = codes.begin();
  part.add(recorded);
  const writer = {
    run: async () => {
      written = true;
      return [];
    },
  };
  await part.write(writer as unknown as BatchWriter);
  return written;
}

/** Projections name the events that concern them alone; what an event posts says which ones it has to concern. */
describe.each(everyEvent().map((recorded) => [recorded.event.type, recorded] as const))('%s', (_type, recorded) => {
  it('changes the balance and the earnings of its account by what it posts to them', () => {
    const change = noChange();
    addTo(change, recorded);
    expect(change.credits - change.tillCharges - change.late).toBe(walletOf(recorded));
    expect(change.earnings).toBe(sum(posted(recorded, (line) => line === 'user:*:earnings')));
  });

  it('has an entry in the ledger of its account with what it posts to the wallet', () => {
    expect(ledgerEntryOf(recorded)?.amount ?? 0).toBe(walletOf(recorded));
  });

  it('is a step of a claim exactly when it posts to what is claimed', () => {
    const claimed = posted(recorded, (line) => line.endsWith(':claimed'));
    const step = claimStepOf(recorded);
    expect(step === undefined ? [] : [step.step === 'claimed' ? step.amount : -step.amount]).toEqual(claimed);
  });

  it('changes a code where it posts to what codes are worth', async () => {
    if (posted(recorded, (line) => line === 'codes:outstanding').length > 0)
      expect(await writesCodes(recorded)).toBe(true);
  });
});
