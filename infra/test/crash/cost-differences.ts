import type { Recorded } from '@ledgate/domain/events/codec';
import { amountOf, requestOf } from '../testing/charges.ts';
import type { CostCall, ToldCost } from './cost-callers.ts';

const UNITS_PER_DOLLAR = 500_000;

/**
 * Where a ledger, given whole, says otherwise of calls than their callers were told: a cost is that of one charge, at the stream and revision it names,
 * with nothing beside it; whoever has a whole answer was told; a request has one outcome at most, and one exactly where it has left a trace. `priceOf`: what
 * a call that its provider has answered costs. Answers what differs.
 */
export function costDifferences(
  calls: readonly CostCall[],
  ledger: readonly Recorded[],
  priceOf: (serial: number) => number,
): readonly string[] {
  const found: string[] = [];
  const outcomes = groupedBy(ledger, outcomeOf);
  const started = new Set(
    ledger.flatMap(({ event }) => (event.type === 'ConsumptionStarted' ? [event.data.requestId as string] : [])),
  );
  for (const requestId of new Set([...outcomes.keys(), ...started])) {
    const types = (outcomes.get(requestId) ?? []).map(({ event }) => event.type);
    if (types.length !== 1) found.push(`request ${requestId} has ${types.length} outcomes: ${types.join(', ')}`);
  }

  const spending = new Spending(ledger);
  for (const call of calls) {
    const { requestId, told, complete, serial } = call;
    const name = `call ${serial} (${requestId})`;
    if (told.length > 1 || (complete && told.length === 0))
      found.push(`${name}, ${complete ? 'complete' : 'cut'}, was told ${told.length} costs`);
    const charged = outcomes.get(requestId)?.find(({ event }) => requestOf(event) === requestId);
    if (charged?.event.type === 'ConsumptionRecorded' && !charged.event.data.interrupted) {
      const amount = amountOf(charged.event);
      if (amount !== priceOf(serial)) found.push(`${name}: charged ${amount}, price ${priceOf(serial)}`);
    }
    for (const cost of told) {
      const differing =
        charged === undefined
          ? [`told ${cost.units} units, and has no charge`]
          : [...unlike(cost, charged), ...spending.unlike(call, cost, charged)];
      found.push(...differing.map((difference) => `${name}: ${difference}`));
    }
  }
  return found;
}

function unlike(told: ToldCost, { event, stream, revision }: Recorded): readonly string[] {
  const found: string[] = [];
  if (event.type !== 'ConsumptionRecorded' || event.data.interrupted)
    found.push(`its charge is the ${event.type} of a fence`);
  const { units, usd } = told;
  if (units !== amountOf(event)) found.push(`told ${units} units, charged ${amountOf(event)}`);
  if (usd !== (units / UNITS_PER_DOLLAR).toFixed(6)) found.push(`told ${usd} USD for ${units} units`);
  if (told.stream !== stream || told.revision !== revision)
    found.push(`told ${told.stream}@${told.revision}, charged at ${stream}@${revision}`);
  return found;
}

/** What accounts have spent as the ledger grew. */
class Spending {
  readonly #byAccount: ReadonlyMap<string, readonly Recorded[]>;
  readonly #ledger: readonly Recorded[];

  constructor(ledger: readonly Recorded[]) {
    this.#ledger = ledger;
    this.#byAccount = groupedBy(ledger, ({ event }) => accountOf(event));
  }

  /**
   * The most that a caller was told to have left is not below what he really had when he was told, nor above what the till of his charge knew. Others may
   * have been charged between his charge and the telling: those that were recorded before he had it are allowed for.
   */
  unlike(
    { spender: { credits } }: CostCall,
    { balance_at_most: told, seenAtMs }: ToldCost,
    own: Recorded,
  ): readonly string[] {
    if (told === null) return ['told no balance'];
    const charges = this.#byAccount.get(accountOf(own.event) ?? '') ?? [];
    const bySeen = this.#positionAt(seenAtMs, own.position);
    const least = credits - sum(charges.filter(({ position }) => position <= bySeen));
    const most =
      credits - sum(charges.filter(({ stream, revision }) => stream === own.stream && revision <= own.revision));
    return told >= least && told <= most ? [] : [`told to have at most ${told}, but had ${least} to ${most}`];
  }

  /** The last that was recorded by then; `least` certainly was. */
  #positionAt(atMs: number, least: number): number {
    return Math.max(least, this.#ledger.findLast(({ recordedAtMs }) => recordedAtMs <= atMs)?.position ?? least);
  }
}

const sum = (charges: readonly Recorded[]): number => charges.reduce((total, { event }) => total + amountOf(event), 0);

const accountOf = (event: Recorded['event']): string | undefined =>
  event.type === 'ConsumptionRecorded' ? String(event.data.accountId) : undefined;

/** The request whose end an event tells, or corrects. */
const outcomeOf = ({ event }: Recorded): string | undefined =>
  event.type === 'AttemptsFailed' ? event.data.requestId : requestOf(event);

function groupedBy(
  ledger: readonly Recorded[],
  nameOf: (recorded: Recorded) => string | undefined,
): ReadonlyMap<string, readonly Recorded[]> {
  const groups = new Map<string, Recorded[]>();
  for (const recorded of ledger) {
    const name = nameOf(recorded);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [recorded]);
    else group.push(recorded);
  }
  return groups;
}
