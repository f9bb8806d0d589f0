import { type Database, execute, maybeRow, rows } from '../database.ts';
import { ACKNOWLEDGE_POLL_MS } from '../limits.ts';
import type { Notifications } from '../notifications.ts';
import { sql } from '../sql.ts';
import { signalled } from '../wait.ts';

/** NOTIFY channel: a relay has taken in a version. */
const ACKNOWLEDGED = 'ledgate_acknowledged';

export interface Acknowledgements {
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
  const found = await maybeRow(pool, sql`
    select from directory.tills where directory_version < ${version} and relay_id is distinct from ${relayId ?? null}::text limit 1`);
  return found !== undefined;
}

/** A relay's answer, at once instead of with its next heartbeat. Proves no life: `beat` stays. */
export async function acknowledge(pool: Database, relayId: string, version: number): Promise<void> {
  const raised = await rows(pool, sql`
    update directory.tills set directory_version = ${version} where relay_id = ${relayId} and directory_version < ${version} returning till_id`);
  if (raised.length > 0) await execute(pool, sql`select pg_notify(${ACKNOWLEDGED}, ${String(version)})`);
}
