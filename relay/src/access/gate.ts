import { USER_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { Clock } from '@ledgate/domain/ports/clock';
import type { RefusedCalls } from '@ledgate/projections/directory/refused-calls';
import type { RelayView, TokenView } from '@ledgate/projections/directory/relay-view';
import type { SessionUsers } from '@ledgate/projections/directory/session-users';
import type { Request } from 'express';
import { RelayError } from '../errors/relay-error.ts';

/** Who calls, and the channel that an administrator insists on ('' for none). */
export type Admitted = { readonly token: TokenView; readonly channel: string };

/** Who may come in, before anything of a request but its head is read. Throws DirectoryUnavailable. */
export interface Gate {
  admit(request: Request): Admitted | RelayError | Promise<Admitted | RelayError>;
}

export type GatePorts = {
  readonly view: RelayView;
  readonly sessions: SessionUsers;
  readonly clock: Clock;
  readonly refused: RefusedCalls;
};

/** Of whoever may not call, by whatever he shows (docs/behaviour.md#order-of-checks, 5). */
export const refusalOfUser = ({ status, closed }: TokenView['user']): RelayError | undefined =>
  status !== USER_STATUS.enabled || closed ? RelayError.access(403, 'disabled_user', 'this user is banned') : undefined;
