import { decode, type Recorded } from '@ledgate/domain/events/codec';
import { type EventStore, START } from '@ledgate/domain/ports/event-store';
import { openLeases } from '@ledgate/projections/queries/leases';
import { ledgerDifferences } from '../crash/ledger-differences.ts';
import type { CrashWorld, Spender } from '../crash/world.ts';
import { amountOf, chargesOf, requestOf } from '../testing/charges.ts';
import { eventually } from '../testing/eventually.ts';
import type { Call } from '../testing/load.ts';
import { digestsAround } from './around-rebuild.ts';
import type { FaultCluster } from './fault-cluster.ts';
import { caughtUp, digestOf } from './read-models.ts';
import { wrongCharges } from './wrong-charges.ts';

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

export type PricedCall = {
  readonly call: Call;
  /** What it costs when it ends well. */
  readonly price: number;
  /** The policy for interrupted requests charges the price, too; else what the call's trace in the ledger says. */
  readonly isAlwaysPrice: boolean;
};

/**
 * Charges that are wrong, or that nobody can have asked for: no request has two, and also of calls whose answers never began there are no more than
 * went upstream.
 */
function differences(
  calls: readonly PricedCall[],
  events: readonly Recorded[],
  reached: ReadonlySet<number>,
): readonly string[] {
  // A call whose answer never began has no name here.
  const known = calls.filter(({ call: { requestId } }) => requestId !== '');
  const charges = chargesOf(
    known.map(({ call }) => call),
    events,
  );
  const byPolicy = new Map<string, number>(
    events.flatMap(({ event }) =>
      event.type === 'ConsumptionStarted' ? [[event.data.requestId, event.data.interrupted.prompt.amount]] : [],
    ),
  );
  const wrong = wrongCharges(
    known.map(({ call, price, isAlwaysPrice }, index) => ({
      call,
      price,
      interrupted: isAlwaysPrice ? [] : [byPolicy.get(call.requestId) ?? price],
      isSent: reached.has(call.serial),
      charged: charges[index] ?? { records: 0, amount: 0 },
    })),
  );
  const requests = [...new Set(events.flatMap(({ event }) => requestOf(event) ?? []))];
  const twice = chargesOf(
    requests.map((requestId) => ({ requestId })),
    events,
  ).flatMap(({ records }, index) => (records === 1 ? [] : `request ${requests[index]}: ${records} records`));
  return [
    ...wrong,
    ...twice,
    ...(requests.length <= reached.size ? [] : [`${requests.length} calls charged, ${reached.size} went upstream`]),
  ];
}

/** What was done on a cluster so far. */
type Doings = {
  readonly cluster: FaultCluster;
  readonly world: CrashWorld;
  readonly spenders: readonly Spender[];
  readonly calls: readonly PricedCall[];
};

/**
 * After the last call has ended: the ledger has each charge once, and each command of the console; leases return to 0, accounts show what the ledger says,
 * `verify` is true, and the read models equal those of a rebuild from the first event. Throws with what differs.
 */
export async function expectTrueBooks({ cluster, world, spenders, calls }: Doings): Promise<void> {
  await caughtUp(cluster);
  await eventually('no lease is open', async () => {
    const left = await openLeases(cluster.pool);
    if (left.length === 0) return true;
    throw new Error(`${left.length} leases, for instance ${JSON.stringify(left[0])}`);
  });
  let events: readonly Recorded[] = [];
  // Records of what was done at the console are brought to the ledger a moment after it.
  await eventually('the ledger agrees with itself', async () => {
    events = await eventsOf(cluster.ledger);
    const found = ledgerDifferences(events);
    if (found.length === 0) return true;
    throw new Error(found.slice(0, 5).join('; '));
  });
  const wrong = differences(calls, events, world.upstream.reached);
  if (wrong.length > 0) throw new Error(`${wrong.length} charges are wrong: ${wrong.slice(0, 5).join('; ')}`);
  const used = events.reduce((sum, { event }) => sum + amountOf(event), 0);
  await eventually('the accounts show what the ledger says', async () => {
    const accounts = await Promise.all(spenders.map((spender) => world.account(spender)));
    const unequal = spenders.flatMap(({ username, credits }, index) => {
      const { quota, used: charged } = accounts[index] ?? { quota: 0, used: 0 };
      return quota + charged === credits && quota >= 0
        ? []
        : [`${username}: balance ${quota}, charges ${charged}, credits ${credits}`];
    });
    const shown = accounts.reduce((sum, account) => sum + account.used, 0);
    if (shown !== used) unequal.push(`charges of all ${shown}, by the ledger ${used}`);
    if (unequal.length === 0) return true;
    throw new Error(unequal.join('; '));
  });
  await succeeds(cluster, 'verify', 'The books are true');
  const { before, after } = await digestsAround({
    caughtUp: () => caughtUp(cluster),
    digest: () => digestOf(cluster.pool),
    rebuild: () => succeeds(cluster, 'rebuild', 'is live'),
    atRest: (work) => cluster.withoutRelays(work),
  });
  if (before !== after)
    throw new Error(`the read models differ from those of a rebuild: digests ${before} and ${after}`);
}

async function succeeds(cluster: FaultCluster, command: string, says: string): Promise<void> {
  const { code, output } = await cluster.product.run(command);
  if (code !== 0 || !output.includes(says)) throw new Error(`${command} ended with ${code}: ${output}`);
}
