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

/** Classes of SQLSTATE that pass although Postgres is there: transaction rollback, resources, locks, operator, system. */
const ROLLBACK_CLASS = '40';
const PASSING_CLASSES: ReadonlySet<string> = new Set([ROLLBACK_CLASS, '53', '55', '57', '58']);

/** True when trying again later can help: Postgres or the event store is away, or a transaction lost against another. */
export function isPassing(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  if (!(error instanceof Error) || error instanceof ProjectionFault) return false;
  return isDatabaseLoss(error) || PASSING_CLASSES.has(codeOf(error).slice(0, 2));
}

/** True when Postgres has ended a transaction because of another one's (a deadlock, a row that changed meanwhile): it can be tried again at once. */
export const lostToAnother = (error: unknown): boolean =>
  error instanceof Error && codeOf(error).startsWith(ROLLBACK_CLASS);

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');
