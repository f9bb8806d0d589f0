import { encode } from '@ledgate/domain/events/codec';
import {
  APPEND_BYTES_MAX,
  APPEND_EVENTS_MAX,
  type EventStore,
  type EventToAppend,
  type Revision,
  WITHOUT_POSITION,
} from '@ledgate/domain/ports/event-store';
import type { TillId } from '@ledgate/domain/shared/ids';
import type { Decision } from '@ledgate/domain/shared/result';
import type { InterruptedPolicy } from '@ledgate/domain/till/commands';
import { decide } from '@ledgate/domain/till/decide';
import { type TillEvent, tillStream } from '@ledgate/domain/till/events';
import type { ExistingTill } from '@ledgate/domain/till/state';
import type { SettlerLimits } from './limits.ts';
import { readTill, type TillReading, UNREAD } from './read-till.ts';

type TillEndingOptions = {
  readonly store: EventStore;
  readonly limits: Pick<SettlerLimits, 'tillPageEvents' | 'stepsMax'>;
  /** Option InterruptedPolicy, read when a request is ended. */
  readonly interruptedPolicy: () => InterruptedPolicy;
  /** `worker-{id}`. */
  readonly actor: string;
  readonly nowMs: () => number;
};

/** What an envelope adds to an event's data, at most, in bytes. */
const ENVELOPE_BYTES = 512;
/** How many times as long data may be in the shape of a release before, while an upgrade runs. */
const LOWERED = 3;

/**
 * Ends a till whose relay is dead, from wherever it stands: TillFenced alone, the charges of what the fence interrupted, TillClosed, each at the
 * revision that was read. What was appended is read back before the next step, so that two workers with other policies go on from the same
 * events. Answers the closed till, or undefined when there is no stream. Throws StoreUnavailable; whoever calls again goes on.
 */
export async function endTill(
  options: TillEndingOptions,
  tillId: TillId,
  reason: string,
): Promise<ExistingTill | undefined> {
  let reading = UNREAD;
  for (let step = 0; step < options.limits.stepsMax; step += 1) {
    reading = await readTill(options.store, tillId, options.limits.tillPageEvents, reading);
    const { till } = reading;
    if (till.status === 'missing') return undefined;
    if (till.status === 'closed') return till;
    const batch = nextBatch(options, { ...reading, till }, reason);
    await options.store.append(tillStream(tillId), till.revision as Revision, batch, WITHOUT_POSITION);
  }
  throw new Error(`till ${tillId} is not closed after ${options.limits.stepsMax} steps`);
}

function nextBatch(
  options: TillEndingOptions,
  { till, fence }: TillReading & { readonly till: ExistingTill },
  reason: string,
): readonly EventToAppend[] {
  const { actor, nowMs, interruptedPolicy } = options;
  if (fence === undefined) {
    const commandId = `fence-${actor}/${till.tillId}/${till.revision}`;
    return encode(decided(decide({ type: 'FenceTill', by: actor, reason }, till)), {
      commandId,
      correlationId: till.tillId,
      occurredAtMs: nowMs(),
      actor,
    });
  }
  const batch: EventToAppend[] = [];
  let bytes = 0;
  for (const { requestId, accountId } of till.started.values()) {
    const events = decided(
      decide({ type: 'EndInterrupted', requestId, policy: interruptedPolicy(), nowMs: fence.atMs }, till),
    );
    const encoded = encode(events, {
      commandId: `${fence.id}/${requestId}`,
      correlationId: requestId,
      causationId: fence.id,
      occurredAtMs: nowMs(),
      accountId,
      actor,
    });
    bytes += encoded.reduce((sum, { data }) => sum + LOWERED * Buffer.byteLength(data) + ENVELOPE_BYTES, 0);
    if (batch.length > 0 && (batch.length === APPEND_EVENTS_MAX || bytes > APPEND_BYTES_MAX)) return batch;
    batch.push(...encoded);
  }
  if (batch.length > 0) return batch;
  const closed = decided(decide({ type: 'CloseTill' }, till));
  return encode(closed, {
    commandId: `${fence.id}/closed`,
    correlationId: till.tillId,
    causationId: fence.id,
    occurredAtMs: nowMs(),
    actor,
  });
}

/** A refusal here would mean that the fold and the decider disagree. */
function decided(decision: Decision<TillEvent>): readonly TillEvent[] {
  if (!decision.ok) throw new Error(`a worker's step was refused: ${decision.refusal.code}`);
  return decision.events;
}
