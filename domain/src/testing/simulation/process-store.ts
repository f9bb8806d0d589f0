import {
  type AppendOptions,
  type AppendOutcome,
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  NO_STREAM,
  type RecordedEvent,
  type Revision,
  StoreUnavailable,
} from '../../ports/event-store.ts';
import type { Process } from './scheduler.ts';
import type { World } from './world.ts';

export const unavailable = (error: unknown): boolean => error instanceof StoreUnavailable;

/** The event store as one process reaches it: each call is a step, answers get lost, and the store may be away. */
export function storeOf(world: World, process: Process): EventStore {
  const { scheduler, ledger, truth, random } = world;
  const expectReached = (): void => {
    if (process.storeAway || random.chance(world.weather.storeAway))
      throw new StoreUnavailable(`${process.name} cannot reach the store`);
  };
  const read = <Value>(from: () => Promise<Value>): Promise<Value> =>
    scheduler.step(process, () => {
      expectReached();
      return from();
    });
  return {
    append: (stream, expected, events, options) =>
      scheduler.step(
        process,
        async () => {
          expectReached();
          const outcome = await (world.fault === 'append_without_revision'
            ? appendAnywhere(ledger, stream, events)
            : ledger.append(stream, expected, forgetful(world, events), options));
          await truth.observe();
          if (random.chance(world.weather.lostAnswer))
            throw new StoreUnavailable(`${process.name} did not hear the answer`);
          return outcome;
        },
        true,
      ),
    readStream: (stream, from, limit) => read(() => ledger.readStream(stream, from, limit)),
    readStreamBackwards: (stream, limit, before) => read(() => ledger.readStreamBackwards(stream, limit, before)),
    readAll: (after, limit) => read(() => ledger.readAll(after, limit)),
    head: () => read(() => ledger.head()),
    onAppended: (wake) => ledger.onAppended(wake),
  };
}

/** Appends are tried until their outcome is known, always the identical batch at the identical revision; reads throw at once. */
export function retrying(store: EventStore): EventStore {
  return {
    ...store,
    async append(
      stream: string,
      expected: ExpectedRevision,
      events: readonly EventToAppend[],
      options?: AppendOptions,
    ): Promise<AppendOutcome> {
      for (;;) {
        try {
          return await store.append(stream, expected, events, options);
        } catch (error) {
          if (!unavailable(error)) throw error;
        }
      }
    },
  };
}

/** All events of a stream from `from` on. */
export async function readWhole(store: EventStore, stream: string, from = 0): Promise<readonly RecordedEvent[]> {
  return store.readStream(stream, from as Revision, 10_000);
}

async function appendAnywhere(
  ledger: EventStore,
  stream: string,
  events: readonly EventToAppend[],
): Promise<AppendOutcome> {
  const [last] = await ledger.readStreamBackwards(stream, 1);
  return ledger.append(stream, last?.revision ?? NO_STREAM, events);
}

/** The planted fault of a checkpoint that forgets: as if no source had ever been seen. */
function forgetful(world: World, events: readonly EventToAppend[]): readonly EventToAppend[] {
  if (world.fault !== 'forgotten_sources') return events;
  return events.map((event) =>
    event.type === 'AccountCheckpointed'
      ? {
          ...event,
          data: JSON.stringify({ ...(JSON.parse(event.data) as object), sources: [], sourcesForgotten: false }),
        }
      : event,
  );
}
