import { type Database, execute, maybeRow } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { ACKNOWLEDGE_POLL_MS } from '../limits.ts';
import type { Notifications } from '../notifications.ts';
import { signalled } from '../wait.ts';
import { NOTIFY } from '../../shared/sql.ts';

/** NOTIFY channel: a relay has taken in a version. */
const ACKNOWLEDGED = 'ledgate_acknowledged';

interface Acknowledgements {
  /**
   * Ends with true when every live relay (one with a heartbeat row) has taken in the directory's `version`, with false after `timeoutMs`: then
   * the change is committed, and a relay that is cut off will refuse by itself once its view is too old.
   */
  acknowledged(version: number, timeoutMs: number): Promise<boolean>;
}

/** This process's own view: brought up to date by a call instead of a notification. */
export type LocalView = { readonly relayId: string; version(): number; refresh(): Promise<void> };

type Options = { readonly pool: Database; readonly notifications: Notifications; readonly local?: LocalView };

export const createAcknowledgements = ({ pool, notifications, local }: Options): Acknowledgements => ({
  acknowledged: async (version, timeoutMs) => {
    const deadline = performance.now() + timeoutMs;
    const mine = local === undefined ? Promise.resolve(true) : tookIn(local, version, timeoutMs);
    while (await behind(pool, version, local?.relayId)) {
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) return false;
      await signalled((wake) => notifications.listen(ACKNOWLEDGED, wake), Math.min(ACKNOWLEDGE_POLL_MS, leftMs));
    }
    return mine;
  },
});

async function tookIn(local: LocalView, version: number, timeoutMs: number): Promise<boolean> {
  await Promise.race([local.refresh().catch(() => undefined), signalled(() => () => undefined, timeoutMs)]);
  return local.version() >= version;
}

async function behind(pool: Database, version: number, relayId: string | undefined): Promise<boolean> {
  const found = await maybeRow(
    pool,
    query('directory.tills')
      .select('till_id')
      .where('directory_version', '<', version)
      .whereRaw('relay_id is distinct from ?::text', [relayId ?? null])
      .limit(1),
  );
  return found !== undefined;
}

/** A relay's answer, at once instead of with its next heartbeat. Proves no life: `beat` stays. */
export async function acknowledge(pool: Database, relayId: string, version: number): Promise<void> {
  const raised = query('directory.tills')
    .where({ relay_id: relayId })
    .where('directory_version', '<', version)
    .update({ directory_version: version });
  if ((await execute(pool, raised)) > 0) await execute(pool, query.raw(NOTIFY, [ACKNOWLEDGED, String(version)]));
}
