import { newLedgerKey } from '../../src/process/main/ledger-key.ts';

let made: string | undefined;

/** What all processes of a test's installation seal with: it protects nothing. */
export const testLedgerKey = (): string => (made ??= newLedgerKey());
