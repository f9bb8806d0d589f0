import type { TillId } from '@ledgate/domain/shared/ids';
import type { TillRegistry, TillRow } from '@ledgate/domain/ports/till-registry';
import { type Database, execute, rows } from '../database.ts';
import { sql } from '../sql.ts';

type Options = {
  readonly pool: Database;
  /** The directory version that this process's view has taken in; 0 where there is no view. A new row starts with it. */
  readonly directoryVersion?: () => number;
};

/** The heartbeat rows of open tills, over `directory.tills`. Errors of Postgres are thrown: a beat that was not written is no beat. */
export const createTillRegistry = ({ pool, directoryVersion = () => 0 }: Options): TillRegistry => ({
  open: async (tillId, relayId) => {
    await execute(pool, sql`
      insert into directory.tills (till_id, relay_id, directory_version) values (${tillId}, ${relayId}, ${directoryVersion()})
      on conflict (till_id) do update set beat = directory.tills.beat + 1`);
  },
  beat: async (relayId, version) => {
    const found = await rows<{ tillId: TillId }>(pool, sql`
      update directory.tills set beat = beat + 1, directory_version = greatest(directory_version, ${version}::bigint)
      where relay_id = ${relayId} returning till_id as "tillId"`);
    return found.map(({ tillId }) => tillId);
  },
  closed: async (tillId) => {
    await execute(pool, sql`delete from directory.tills where till_id = ${tillId}`);
  },
  list: () => rows<TillRow>(pool, sql`
    select till_id as "tillId", relay_id as "relayId", beat, directory_version as "directoryVersion" from directory.tills order by till_id`),
});
