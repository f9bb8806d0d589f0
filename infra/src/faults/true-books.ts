import { decode, type Recorded } from '@ledgate/domain/events/codec';
import { type EventStore, START } from '@ledgate/domain/ports/event-store';
import { openLeases } from '@ledgate/projections/queries/leases';
import type { CrashWorld, Spender } from '../crash/world.ts';
import { amountOf, chargesOf } from '../testing/charges.ts';
import { eventually } from '../testing/eventually.ts';
import type { Call } from '../testing/load.ts';
import type { FaultCluster } from './fault-cluster.ts';
import { digestsAroundRebuild } from './read-models.ts';

const PAGE_EVENTS = 500;

/** The whole ledger. */
export async function eventsOf(ledger: Pick<EventStore, 'readAll'>): Promise<readonly Recorded[]> {
  const all: Recorded[] = [];
  for (;;) {
    const page = await ledger.readAll(all.at(-1)?.position ?? START, PAGE_EVENTS);
    all.push(...page.map((recorded) => decode(recorded)));
    if (page.length < PAGE_EVENTS) return all;
  }
}

/** A call, and what it costs when it ends well. */
export type PricedCall = { readonly call: Call; readonly price: number };

/**
 * What differs from: each complete answer is charged once, with its price, any other call at most once (the price, or what the policy for interrupted
 * requests says); there are no more charges than calls that went upstream.
 */
export function wrongCharges(calls: readonly PricedCall[], events: readonly Recorded[], reached: number): readonly string[] {
  const known = calls.filter(({ call: { requestId } }) => requestId !== '');
  const charges = chargesOf(known.map(({ call }) => call), events);
  const found = known.flatMap(({ call: { requestId, complete, status, serial }, price }, index) => {
    const { records, amount } = charges[index] ?? { records: 0, amount: 0 };
    const isRight = complete ? records === 1 && amount === price : records <= 1;
    return isRight ? [] : [`call ${serial} (${requestId}), ${complete ? `complete for ${price}` : `ended with ${status}`}: ${records} records, ${amount} in all`];
  });
  const records = events.filter(({ event: { type } }) => type === 'ConsumptionRecorded' || type === 'LateConsumptionRecorded').length;
  return records <= reached ? found : [...found, `${records} calls charged, ${reached} went upstream`];
}

/** What was done on a cluster so far. */
export type Doings = { readonly cluster: FaultCluster; readonly world: CrashWorld; readonly spenders: readonly Spender[]; readonly calls: readonly PricedCall[] };

/**
 * After the last call has ended: the ledger has each charge once, leases return to 0, accounts show what the ledger says, `verify` is true, and
 * the read models equal those of a rebuild from the first event. Throws with what differs.
 */
export async function expectTrueBooks({ cluster, world, spenders, calls }: Doings): Promise<void> {
  await eventually('no lease is open', async () => {
    const left = await openLeases(cluster.pool);
    if (left.length === 0) return true;
    throw new Error(`${left.length} leases, for instance ${JSON.stringify(left[0])}`);
  });
  const events = await eventsOf(cluster.ledger);
  const wrong = wrongCharges(calls, events, world.upstream.reached.size);
  if (wrong.length > 0) throw new Error(`${wrong.length} charges are wrong: ${wrong.slice(0, 5).join('; ')}`);
  const used = events.reduce((sum, { event }) => sum + amountOf(event), 0);
  await eventually('the accounts show what the ledger says', async () => {
    const accounts = await Promise.all(spenders.map((spender) => world.account(spender)));
    const unequal = spenders.flatMap(({ username, credits }, index) => {
      const { quota, used: charged } = accounts[index] ?? { quota: 0, used: 0 };
      return quota + charged === credits && quota >= 0 ? [] : [`${username}: balance ${quota}, charges ${charged}, credits ${credits}`];
    });
    const shown = accounts.reduce((sum, account) => sum + account.used, 0);
    if (shown !== used) unequal.push(`charges of all ${shown}, by the ledger ${used}`);
    if (unequal.length === 0) return true;
    throw new Error(unequal.join('; '));
  });
  await succeeds(cluster, 'verify', 'The books are true');
  const { before, after } = await digestsAroundRebuild(cluster, () => succeeds(cluster, 'rebuild', 'is live'));
  if (before !== after) throw new Error(`the read models differ from those of a rebuild: digests ${before} and ${after}`);
}

async function succeeds(cluster: FaultCluster, command: string, says: string): Promise<void> {
  const { code, output } = await cluster.product.run(command);
  if (code !== 0 || !output.includes(says)) throw new Error(`${command} ended with ${code}: ${output}`);
}
