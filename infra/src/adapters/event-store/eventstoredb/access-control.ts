import { randomUUID } from 'node:crypto';
import { NO_STREAM } from '@ledgate/domain/ports/event-store';
import type { EventId } from '@ledgate/domain/shared/ids';
import { type AccessList, mayBeHidden, type Settings, settingsWith, streamListWith } from './access-lists.ts';
import { toClientEvent } from './event-codec.ts';
import { appendFailure, isDenied, readFailure } from './failures.ts';
import { ATTEMPT_TIMEOUT_MS, SETTINGS_RACES_MAX } from './limits.ts';
import type { StoreClient, StoreCredentials } from './store-client.ts';

const SETTINGS_STREAM = '$settings';

type AccessControl = {
  /** `denied`: the administrator may not do it, or is none, or has another password; then nothing is known of what is in force. */
  readonly outcome: 'set' | 'already set' | 'denied';
  /** Somebody else's settings let others than administrators delete streams that have no list of their own, or hide their events. */
  readonly mayBeHidden: boolean;
};

type Asked = {
  /** Who is let in: the product's own user. */
  readonly user: string;
  readonly administrator: StoreCredentials;
  /** Get lists of their own; need not be there yet. */
  readonly streams: readonly string[];
};

/**
 * Lets `user` read all and append, as `administrator`: in the server's default access control, where only administrators then delete streams or write their
 * metadata, with which events can be hidden, and in the lists of `streams`. What is there stays: others keep what they have. A server lets its
 * administrators do everything: this protects the ledger from the product only if the product's own user is none. Throws StoreUnavailable or StoreRefused.
 *
 * A read comes first: the first append of a client without a connection may wait for ever.
 */
export async function letIn(client: StoreClient, { user, administrator, streams }: Asked): Promise<AccessControl> {
  const settings = new LastEvent<Settings>(client, administrator, SETTINGS_STREAM, SETTINGS_STREAM);
  try {
    const default_ = await settings.change((there) => settingsWith(there, user));
    let isChanged = default_.isChanged;
    for (const stream of streams) {
      const metadata = new LastEvent<{ readonly $acl?: AccessList }>(client, administrator, `$$${stream}`, '$metadata');
      const own = await metadata.change((there) => {
        const $acl = streamListWith(there?.$acl, user);
        return $acl === there?.$acl ? there : { ...there, $acl };
      });
      isChanged ||= own.isChanged;
    }
    return { outcome: isChanged ? 'set' : 'already set', mayBeHidden: mayBeHidden(default_.content) };
  } catch (error) {
    if (isDenied(error)) return { outcome: 'denied', mayBeHidden: true };
    throw error;
  }
}

/** A stream of the server's own whose last event holds all that it says. */
class LastEvent<Content extends object> {
  readonly #client: StoreClient;
  readonly #administrator: StoreCredentials;
  readonly #stream: string;
  readonly #type: string;

  constructor(client: StoreClient, administrator: StoreCredentials, stream: string, type: string) {
    this.#client = client;
    this.#administrator = administrator;
    this.#stream = stream;
    this.#type = type;
  }

  /** Writes what `change` makes of what is there, unless it is the same. Throws what the client throws where access is denied. */
  async change(
    change: (there: Content | undefined) => Content,
  ): Promise<{ readonly content: Content; readonly isChanged: boolean }> {
    for (let race = 1; ; race += 1) {
      const last = await this.#read();
      const content = change(last?.content);
      if (content === last?.content) return { content, isChanged: false };
      const event = toClientEvent({
        id: randomUUID() as EventId,
        type: this.#type,
        data: JSON.stringify(content),
        metadata: {},
      });
      const expected = last?.revision ?? NO_STREAM;
      try {
        await this.#client.append(this.#stream, expected, [event], ATTEMPT_TIMEOUT_MS, this.#administrator);
        return { content, isChanged: true };
      } catch (error) {
        if (isDenied(error)) throw error;
        const failure = appendFailure(error);
        if (failure.kind !== 'conflict') throw failure.error;
        if (race === SETTINGS_RACES_MAX)
          throw new Error(`${SETTINGS_RACES_MAX} other writers changed ${this.#stream} meanwhile`, { cause: error });
      }
    }
  }

  async #read(): Promise<{ readonly revision: bigint; readonly content: Content } | undefined> {
    try {
      const [last] = await this.#client.readStream(
        this.#stream,
        { direction: 'backwards', fromRevision: 'end', maxCount: 1 },
        ATTEMPT_TIMEOUT_MS,
        this.#administrator,
      );
      if (last === undefined) return undefined;
      const { revision, data } = last;
      return { revision, content: (typeof data === 'object' && data !== null ? data : {}) as Content };
    } catch (error) {
      if (isDenied(error)) throw error;
      const failure = readFailure(error);
      if (failure.kind === 'no-stream') return undefined;
      throw failure.error;
    }
  }
}
