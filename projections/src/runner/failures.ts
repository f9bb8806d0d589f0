import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { isDatabaseLoss } from '../shared/database-loss.ts';

/** A projection threw: with the event, where one is to blame. */
export class ProjectionFault extends Error {
  override readonly name = 'ProjectionFault';
  readonly event: { readonly position: number; readonly stream: string; readonly type: string } | undefined;

  constructor(message: string, event: ProjectionFault['event'], cause: unknown) {
    super(message, { cause });
    this.event = event;
  }
}

/** Classes of SQLSTATE that the rows themselves cause: data that a column does not take, constraints. They come again however often they are tried. */
const CAUSED_BY_ROWS: ReadonlySet<string> = new Set(['22', '23']);
const ROLLBACK_CLASS = '40';
const SQLSTATE = /^(?=.*[0-9])[0-9A-Z]{5}$/;

/** As the adapter names what the event store refuses: credentials that are being changed, an ACL. It cannot be told apart by its class here. */
const STORE_REFUSED = 'StoreRefused';

/**
 * True of what is known to pass: Postgres or the event store is away, refuses (a primary that was demoted, a password that is being changed), or has
 * ended a transaction in favour of another.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  if (!(error instanceof Error) || error instanceof ProjectionFault) return false;
  if (isDatabaseLoss(error) || error.name === STORE_REFUSED) return true;
  const code = codeOf(error);
  return SQLSTATE.test(code) && !CAUSED_BY_ROWS.has(code.slice(0, 2));
}

/** True of what the events themselves cause, for which a partition stops. Whatever else is thrown, foreseen or not, is worth trying again. */
export const isOfRows = (error: unknown): boolean =>
  error instanceof ProjectionFault || (error instanceof Error && CAUSED_BY_ROWS.has(stateOf(error).slice(0, 2)));

/** What a projection's writing threw: as it is where Postgres or the way to it threw it, else as a fault of the projection's own code. */
export const ofWriting = (projection: string, error: unknown): unknown =>
  isPassing(error) || isOfRows(error)
    ? error
    : new ProjectionFault(`${projection}: ${error instanceof Error ? error.message : String(error)}`, undefined, error);

/** True when Postgres has ended a transaction because of another one's (a deadlock, a row that changed meanwhile): it can be tried again at once. */
export const lostToAnother = (error: unknown): boolean =>
  error instanceof Error && codeOf(error).startsWith(ROLLBACK_CLASS);

const stateOf = (error: Error): string => (SQLSTATE.test(codeOf(error)) ? codeOf(error) : '');

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');
