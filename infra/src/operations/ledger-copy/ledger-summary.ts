import { createHash } from 'node:crypto';
import { setImmediate as breath } from 'node:timers/promises';
import { decode } from '@ledgate/domain/events/codec';
import { START } from '@ledgate/domain/ports/event-store';
import { postings } from '@ledgate/domain/postings/postings';
import { type SigningKey, signingKeyAfter } from './signing-key.ts';
import { LedgersDiffer } from './difference.ts';
import { eventDigest } from './event-digest.ts';
import { type Ledger, type MovableEvent, nameOf } from './ledger.ts';

/** `digest`: SHA-256, each event's over the digest before it and its own. */
type StreamSummary = { readonly events: number; readonly digest: string };

/**
 * What a whole ledger comes to: as many streams as there are stay in memory, a few hundred bytes each.
 */
export class LedgerSummary {
  readonly streams = new Map<string, StreamSummary>();
  /** Sums of postings in quota units, by account of the chart; those that come to zero are left in. */
  readonly balances = new Map<string, bigint>();
  readonly #whole = createHash('sha256');
  #events = 0;
  #signingKey: SigningKey | undefined;

  get events(): number {
    return this.#events;
  }

  /** SHA-256 over the digests of all events in their global order. */
  get digest(): string {
    return this.#whole.copy().digest('hex');
  }

  /** That signs what follows; undefined where none has signed yet. */
  get signingKey(): SigningKey | undefined {
    return this.#signingKey;
  }

  /** `balances` with all users' wallets as one account, and all their earnings: `user:*:wallet`. */
  get chart(): ReadonlyMap<string, bigint> {
    const chart = new Map<string, bigint>();
    for (const [account, balance] of this.balances) {
      const name = account.replace(/^user:\d+:/u, 'user:*:');
      chart.set(name, (chart.get(name) ?? 0n) + balance);
    }
    return chart;
  }

  /** Zero when the books are true. */
  get total(): bigint {
    return [...this.balances.values()].reduce((sum, balance) => sum + balance, 0n);
  }

  /** Throws LedgersDiffer for an event that cannot be read. */
  add(event: MovableEvent): void {
    try {
      const digest = eventDigest(event);
      this.#events += 1;
      this.#whole.update(digest);
      const before = this.streams.get(event.stream) ?? { events: 0, digest: '' };
      this.streams.set(event.stream, {
        events: before.events + 1,
        digest: createHash('sha256').update(before.digest).update(digest).digest('hex'),
      });
      const recorded = decode({ ...event, position: START });
      this.#signingKey = signingKeyAfter(this.#signingKey, recorded);
      for (const { account, amount } of postings(recorded)) {
        this.balances.set(account, (this.balances.get(account) ?? 0n) + BigInt(amount));
      }
    } catch (error) {
      throw new LedgersDiffer(
        `${nameOf(event)} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  }
}

/** Reads a ledger to its end; `onEvents` hears how many events have been summed up. Throws LedgersDiffer for an event that cannot be read. */
export async function summaryOf(
  ledger: Ledger,
  onEvents: (events: number) => void = () => undefined,
): Promise<LedgerSummary> {
  const summary = new LedgerSummary();
  for await (const page of ledger.pages()) {
    for (const event of page) summary.add(event);
    onEvents(summary.events);
    await breath();
  }
  return summary;
}
