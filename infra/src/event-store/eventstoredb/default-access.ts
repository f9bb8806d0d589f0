import { randomUUID } from 'node:crypto';
import { NO_STREAM } from '@ledgate/domain/ports/event-store';
import type { EventId } from '@ledgate/domain/shared/ids';
import { toClientEvent } from './event-codec.ts';
import { appendFailure, readFailure } from './failures.ts';
import { ATTEMPT_TIMEOUT_MS, SETTINGS_RACES_MAX } from './limits.ts';
import type { StoreClient, StoreCredentials } from './store-client.ts';

const SETTINGS_STREAM = '$settings';

export type DefaultAccess = 'set' | 'already set' | 'not permitted';

/**
 * The server's default access control: `user` (everybody, where nobody signs in) may read all and append, and only administrators may delete
 * streams or write their metadata, with which events can be hidden. A server lets its administrators do everything: this protects the ledger
 * from the product only if the product's own credentials are no administrator's.
 *
 * A read comes first: the first append of a client without a connection may wait for ever (facts, section 7).
 *
 * Written with `administrator` where given, else with the product's own, who may not on a server that is set up already: then it is `not
 * permitted`, and nothing has changed.
 */
export async function setDefaultAccess(
  client: StoreClient,
  user: string | undefined,
  administrator?: StoreCredentials,
): Promise<DefaultAccess> {
  const data = JSON.stringify(settingsFor(user));
  for (let race = 1; ; race += 1) {
    const last = await lastSettings(client, administrator);
    if (last === 'not permitted') return last;
    if (last !== undefined && JSON.stringify(last.data) === data) return 'already set';
    const expected = last === undefined ? NO_STREAM : last.revision;
    const event = toClientEvent({ id: randomUUID() as EventId, type: '$settings', data, metadata: {} });
    try {
      await client.append(SETTINGS_STREAM, expected, [event], ATTEMPT_TIMEOUT_MS, administrator);
      return 'set';
    } catch (error) {
      const failure = appendFailure(error);
      if (failure.kind === 'unavailable' || (failure.kind === 'refused' && !isDenied(error))) throw failure.error;
      if (failure.kind === 'refused') return 'not permitted';
      if (race === SETTINGS_RACES_MAX)
        throw new Error(`${SETTINGS_RACES_MAX} other writers changed ${SETTINGS_STREAM} meanwhile`, { cause: error });
    }
  }
}

function settingsFor(user: string | undefined): object {
  const own = user === undefined ? ['$all'] : ['$admins', user];
  const administrators = ['$admins'];
  return {
    $userStreamAcl: { $r: own, $w: own, $d: administrators, $mr: own, $mw: administrators },
    $systemStreamAcl: { $r: own, $w: administrators, $d: administrators, $mr: administrators, $mw: administrators },
  };
}

async function lastSettings(
  client: StoreClient,
  administrator: StoreCredentials | undefined,
): Promise<{ revision: bigint; data: unknown } | undefined | 'not permitted'> {
  try {
    const [last] = await client.readStream(
      SETTINGS_STREAM,
      { direction: 'backwards', fromRevision: 'end', maxCount: 1 },
      ATTEMPT_TIMEOUT_MS,
      administrator,
    );
    return last;
  } catch (error) {
    const failure = readFailure(error);
    if (failure.kind === 'no-stream') return undefined;
    if (isDenied(error)) return 'not permitted';
    throw failure.error;
  }
}

const isDenied = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'type' in error && error.type === 'access-denied';
