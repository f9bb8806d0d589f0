import type { Position } from '@ledgate/domain/ports/event-store';
import { loadDirectory } from '@ledgate/projections/directory/dump/load-directory';
import { noteArriving, relocationOf } from '@ledgate/projections/directory/relocation/relocation';
import { anyUser } from '@ledgate/projections/directory/users/list';
import { inTransaction } from '@ledgate/projections/shared/database';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { compareLedgers } from '../ledger-copy/compare-ledgers.ts';
import { copyLedger } from '../ledger-copy/copy-ledger.ts';
import { LedgersDiffer } from '../ledger-copy/difference.ts';
import { type Ledger, ledgerOf } from '../ledger-copy/ledger.ts';
import type { LedgerSummary } from '../ledger-copy/ledger-summary.ts';
import { fillReadModels } from './fill-read-models.ts';
import type { Place } from './place.ts';
import { progress, type Telling, timed } from './steps.ts';

/** Takes the directory's SQL, and which migrations had made it where those may be another release's. */
export type LoadDirectory = (sql: AsyncIterable<string | Buffer>, migrations?: readonly string[]) => Promise<void>;

export type Arrival = {
  /** Where from; for people. */
  readonly from: string;
  readonly ledger: Ledger;
  /** Hands the directory to `load`, once a call. */
  readonly directory: (load: LoadDirectory) => Promise<void>;
  /** A place that it has left before may be filled again; otherwise only an empty one. */
  readonly mayReturn: boolean;
};

/**
 * Fills a place with a ledger and its directory, compares, and builds the read models there, verified. The place counts as arriving from the first write
 * on, and the product does not start on it; making it resident is the caller's. A filling that was broken off anywhere is finished by the next. Throws
 * StartRefused where something else lives there, LedgersDiffer, RebuildRefused, DumpRefused; nothing that was there before has changed then.
 */
export async function fillPlace(arrival: Arrival, place: Place, telling: Telling): Promise<LedgerSummary> {
  const { say, onStep } = telling;
  await refuseTaken(arrival, place);
  const beforeWriting = async (): Promise<void> => {
    await noteArriving(place.pool, arrival.from);
    await onStep?.('arriving');
  };
  await timed(
    say,
    () =>
      copyLedger(arrival.ledger, place.store, {
        inOrder: place.inOrder,
        beforeWriting,
        onEvents: progress(say, 'copied'),
      }),
    ({ present, written }) =>
      `The ledger is copied: ${written} events${present === 0 ? '' : `, after ${present} that were there`}`,
  );
  await onStep?.('ledger');
  const head = await place.store.head();
  const summary = await timed(
    say,
    () => compared(arrival.ledger, place, head, telling),
    ({ events, streams, digest }) =>
      `Both ledgers are the same: ${events} events in ${streams.size} streams, digest ${digest}`,
  );
  await onStep?.('compared');
  await timed(
    say,
    () =>
      arrival.directory((sql, migrations) =>
        inTransaction(place.pool, (client) => loadDirectory(client, sql, migrations)),
      ),
    () => 'The directory is there',
  );
  await onStep?.('directory');
  await timed(
    say,
    () => fillReadModels(place, summary, say),
    () => "The read models are built and verified, and the trial balance is the ledger's",
  );
  await onStep?.('read models');
  if ((await place.store.head()) !== head)
    throw new StartRefused(
      `somebody has written to ${place.name} while it was filled: what is there is not the ledger any more`,
    );
  return summary;
}

async function refuseTaken({ mayReturn }: Arrival, { name, pool }: Place): Promise<void> {
  const before = await relocationOf(pool);
  const isTaken = before === undefined ? await anyUser(pool) : before.state === 'left' && !mayReturn;
  if (isTaken)
    throw new StartRefused(
      `${name} is not empty: it holds an installation; name an empty database and an empty event store`,
    );
}

async function compared(ledger: Ledger, { store }: Place, head: Position, { say }: Telling): Promise<LedgerSummary> {
  const { differences, summary } = await compareLedgers(ledger, await ledgerOf(store, head), progress(say, 'compared'));
  if (differences.length > 0)
    throw new LedgersDiffer(
      `the copied ledger differs:\n${differences.map((difference) => `  ${difference}`).join('\n')}`,
    );
  if (summary.total !== 0n)
    throw new LedgersDiffer(`the trial balance of the ledger is ${summary.total} and should be 0`);
  return summary;
}
