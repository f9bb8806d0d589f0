import type { AuditEvent } from '@ledgate/domain/audit/events';
import { SEAL_STREAM } from '@ledgate/domain/audit/events';
import { decode, encode, type EventContext } from '@ledgate/domain/events/codec';
import {
  type AppendOutcome,
  type EventStore,
  type ExpectedRevision,
  NO_STREAM,
} from '@ledgate/domain/ports/event-store';
import { verifierIn } from './signed-note.ts';

const PAGE_EVENTS = 20;

type EventOf<Type extends AuditEvent['type']> = Extract<AuditEvent, { readonly type: Type }>;
/** Of what an earlier release called a seal nothing is told: it had no origin. */
export type Seal = Exclude<EventOf<'LedgerSealed'>['data'], { readonly origin: null }>;
export type KeyChange = EventOf<'SigningKeyChanged'>['data'];

/** What the end of stream `seal` says: the revision that an append must state, the last seal, and the id of the key that signs from there on. */
export type SealState = {
  readonly revision: ExpectedRevision;
  readonly seal: Seal | undefined;
  /** Where it stands; 0 before the first. */
  readonly sealPosition: number;
  /** 8 hexadecimal digits; undefined before the first key. */
  readonly keyId: string | undefined;
};

/** Reads from the stream's end: it grows by an event a minute for years. Throws StoreUnavailable. */
export async function sealState(store: EventStore): Promise<SealState> {
  let revision: ExpectedRevision = NO_STREAM;
  let keyId: string | undefined;
  for (let page = await store.readStreamBackwards(SEAL_STREAM, PAGE_EVENTS); ;) {
    for (const recorded of page) {
      if (revision === NO_STREAM) revision = recorded.revision;
      const { event } = decode<AuditEvent>(recorded);
      if (event.type === 'SigningKeyChanged') keyId ??= verifierIn(event.data.vkey)?.id;
      if (event.type === 'LedgerSealed' && event.data.origin !== null)
        return { revision, seal: event.data, sealPosition: recorded.position, keyId: keyId ?? event.data.keyId };
    }
    const oldest = page.at(-1);
    if (oldest === undefined || oldest.revision === 0) return { revision, seal: undefined, sealPosition: 0, keyId };
    page = await store.readStreamBackwards(SEAL_STREAM, PAGE_EVENTS, (oldest.revision - 1) as typeof oldest.revision);
  }
}

/** At the exact revision of the state: of two notaries one appends, and the other begins from what it finds. Throws StoreUnavailable, NotWrittenYet. */
export const appendToSeals = (
  store: EventStore,
  { revision }: Pick<SealState, 'revision'>,
  event:
    | { readonly type: 'LedgerSealed'; readonly data: Seal }
    | { readonly type: 'SigningKeyChanged'; readonly data: KeyChange },
  context: EventContext,
): Promise<AppendOutcome> => store.append(SEAL_STREAM, revision, encode([event], context));
