import type { EventContext } from '@ledgate/domain/events/codec';
import type { UserRow } from '@ledgate/projections/directory/rows';
import type { AnyCall } from './call.ts';

/** What a command's events are written with: the request that asked for them and who made it. `command` names it within the request. */
export const contextOf = (call: AnyCall, actor: UserRow, command: string): EventContext => ({
  commandId: `${command}-${call.requestId}`,
  correlationId: call.requestId,
  occurredAtMs: call.nowMs,
  actor: actorOf(actor),
});

export const actorOf = ({ id }: Pick<UserRow, 'id'>): string => `user-${id}`;
