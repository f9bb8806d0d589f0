import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LEDGER_SCHEMA } from '@ledgate/domain/events/schema-numbers';
import { ensureFirstStart } from '@ledgate/projections/directory/first-start';
import { readEnvironment } from '../../src/server/config/config.ts';
import { lockDataFolder } from '../../src/embedded/data-folder/lock.ts';
import { startEmbeddedPostgres } from '../../src/embedded/postgres/embedded-postgres.ts';
import { LedgersDiffer } from '../../src/operations/ledger-copy/difference.ts';
import type { EarlyEnd } from '../../src/operations/relocation/early-end.ts';
import { move } from '../../src/operations/relocation/move.ts';
import { openPlace } from '../../src/operations/relocation/place.ts';
import { type Telling, timed } from '../../src/operations/relocation/steps.ts';
import { startDoubleProcess } from '../../src/local/cluster/double-process.ts';
import { RehearsalLedger } from './rehearsal-ledger.ts';

/**
 * Moves a ledger of so many events from an embedded installation to a cluster and from there into another embedded one, all in a temporary folder that
 * is removed at the end, EventStoreDB by its protocol double in a process of its own. Throws LedgersDiffer when what came back is not what went.
 */
export async function rehearseMove(events: number, earlyEnd: EarlyEnd, telling: Telling): Promise<void> {
  const { say } = telling;
  const folder = mkdtempSync(join(tmpdir(), 'ledgate-rehearsal-'));
  const ends: (() => Promise<void> | void)[] = [];
  const atEnd = (end: () => Promise<void> | void): void => {
    ends.push(end);
    earlyEnd.add(end);
  };
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const kept = <Opened extends { close(): Promise<void> }>(opened: Opened): Opened => {
    ends.push(() => opened.close());
    return opened;
  };
  try {
    const home = kept(await openPlace(readEnvironment({ DATA_DIR: join(folder, 'home') }), { makes: true, earlyEnd }));
    await ensureFirstStart({ ...home, hashPassword: async () => 'nobody signs in here', ledgerSchema: LEDGER_SCHEMA });
    await timed(
      say,
      () => new RehearsalLedger(home.store).write(events),
      (written) => `A ledger of ${written} events is written`,
    );

    const double = await startDoubleProcess(join(folder, 'eventstore.log'));
    atEnd(() => double.stop());
    const servers = readEnvironment({
      EVENTSTORE_URL: double.url,
      DATABASE_URL: await databaseIn(join(folder, 'cluster'), atEnd),
    });
    const cluster = kept(await openPlace(servers, { makes: false }));
    const there = await timed(
      say,
      () => move(home, cluster, telling),
      () => 'That was the way there',
    );

    const back = kept(await openPlace(readEnvironment({ DATA_DIR: join(folder, 'back') }), { makes: true, earlyEnd }));
    const returned = await timed(
      say,
      () => move(cluster, back, telling),
      () => 'That was the way back',
    );
    if (returned.digest !== there.digest)
      throw new LedgersDiffer(`digest ${there.digest} went and ${returned.digest} came back`);
    say(`The digests are equal: ${returned.digest}`);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function databaseIn(dataDir: string, atEnd: (end: () => Promise<void> | void) => void): Promise<string> {
  const lock = lockDataFolder(dataDir);
  atEnd(() => lock.release());
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  atEnd(() => server.stop());
  return server.url;
}
