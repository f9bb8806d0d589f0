import { StoreUnavailable } from '@ledgate/domain/ports/event-store';

/** A projection threw: with the event, where one is to blame. */
export class ProjectionFault extends Error {
  override readonly name = 'ProjectionFault';
  readonly event: { readonly position: number; readonly stream: string; readonly type: string } | undefined;

  constructor(message: string, event: ProjectionFault['event'], cause: unknown) {
    super(message, { cause });
    this.event = event;
  }
}

/** Classes of SQLSTATE that pass: connection, resources, operator, transaction rollback, locks. */
const ROLLBACK_CLASS = '40';
const PASSING_CLASSES: ReadonlySet<string> = new Set(['08', ROLLBACK_CLASS, '53', '55', '57', '58']);
const NETWORK_CODES: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** The driver's words for a connection that is gone; it gives them no code. */
const CONNECTION_WORDS = ['Connection terminated', 'timeout exceeded when trying to connect', 'Client has encountered a connection error', 'not queryable'];

/** True when trying again later can help: Postgres or the event store is away, or a transaction lost against another. */
export function isPassing(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  if (!(error instanceof Error) || error instanceof ProjectionFault) return false;
  const code = codeOf(error);
  if (NETWORK_CODES.has(code)) return true;
  if (/^[0-9A-Z]{5}$/.test(code)) return PASSING_CLASSES.has(code.slice(0, 2));
  return CONNECTION_WORDS.some((words) => error.message.includes(words));
}

/** True when Postgres has ended a transaction because of another one's (a deadlock, a row that changed meanwhile): it can be tried again at once. */
export const lostToAnother = (error: unknown): boolean => error instanceof Error && codeOf(error).startsWith(ROLLBACK_CLASS);

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');
