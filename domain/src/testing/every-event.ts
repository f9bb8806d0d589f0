import { accountEventSchemas, accountStream } from '../account/events.ts';
import { decode, type Recorded } from '../events/codec.ts';
import { FIXTURES } from '../events/fixtures/fixtures.ts';
import type { Position, Revision } from '../ports/event-store.ts';
import { eventIdOf } from '../shared/ids.ts';

/** An event of every type and schema number that was ever written, as read today; an account's stand in one account's stream. */
export const everyEvent = (): readonly Recorded[] =>
  FIXTURES.map(({ type, schema, data }, index) =>
    decode({
      id: eventIdOf('every-event', index),
      type,
      data,
      metadata: { schema: String(schema), occurredAt: '2026-11-21T09:00:00.000Z' },
      stream: Object.hasOwn(accountEventSchemas, type) ? accountStream(2) : 'another',
      revision: 0 as Revision,
      position: (index + 1) as Position,
      recordedAt: '2026-11-21T09:00:00.001Z',
    }),
  );
