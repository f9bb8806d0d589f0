import { StoreUnavailable } from '@ledgate/domain/ports/event-store';

/** More requests than this process, or one account in it, may have at a time: the ledger is well. The message says which, and callers see it. */
export class Crowded extends StoreUnavailable {}
