import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { DumpRefused } from '@ledgate/projections/directory/dump/load-directory';
import { RebuildRefused } from '@ledgate/projections/rebuild/rebuild';
import { findingText } from '@ledgate/projections/verify/finding';
import { BackupRefused } from '../backup/backup-refused.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { LedgersDiffer } from '../ledger-copy/difference.ts';

const OF_THE_OPERATOR = [StartRefused, BackupRefused, LedgersDiffer, DumpRefused] as const;

/** What a move, a backup or a restore says when it ends early: what an operator can do something about in words, anything else with its trace. */
export function refusalText(error: unknown): string {
  if (error instanceof RebuildRefused)
    return [error.message, ...error.findings.map((finding) => `  ${findingText(finding)}`)].join('\n');
  if (OF_THE_OPERATOR.some((refusal) => error instanceof refusal))
    return error instanceof Error ? error.message : String(error);
  if (error instanceof StoreUnavailable)
    return `${error.message}\nNothing is lost: run the same command again when it is back.`;
  return error instanceof Error
    ? isOfTheFileSystem(error)
      ? error.message
      : (error.stack ?? error.message)
    : String(error);
}

/** No room, no right, no such folder: its message names the path. */
const isOfTheFileSystem = (error: Error): boolean => 'syscall' in error && 'path' in error;
