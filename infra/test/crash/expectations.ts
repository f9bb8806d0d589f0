import { eventually } from '../testing/eventually.ts';
import type { Call } from '../testing/load.ts';
import { CALL_PRICE, type ChargeRow, type CrashWorld, type Spender } from './world.ts';

/**
 * What a serial model says of one person's account after a crash: what was credited is balance or charge; each complete answer has exactly one
 * charge and any other call at most one; nothing is charged that did not go upstream. Answers what differs.
 */
export function differences(
  spender: Spender,
  calls: readonly Call[],
  account: { quota: number; used: number },
  rows: readonly ChargeRow[],
  reached: ReadonlySet<number>,
): readonly string[] {
  const found: string[] = [];
  const own = calls.filter(({ key }) => key === spender.key);
  const sent = own.filter(({ serial }) => reached.has(serial)).length;
  const charged = rows.reduce((sum, { quota }) => sum + quota, 0);
  if (account.quota + account.used !== spender.credits)
    found.push(`balance ${account.quota} and charges ${account.used} are not the credits ${spender.credits}`);
  if (account.used !== charged) found.push(`charges of the account ${account.used}, of its log rows ${charged}`);
  if (account.used > sent * CALL_PRICE) found.push(`${account.used / CALL_PRICE} calls charged, ${sent} went upstream`);
  if (account.quota < 0) found.push(`balance ${account.quota}`);

  // A request that a fence charged has no serial: it is known by the policy's usage.
  const times = new Map<number, number>();
  for (const { serial } of rows) times.set(serial, (times.get(serial) ?? 0) + 1);
  for (const call of own) {
    const charges = times.get(call.serial) ?? 0;
    if (charges > 1 || (call.complete && charges !== 1))
      found.push(
        `${charges} charges for call ${call.serial} (${call.requestId}), ${call.complete ? 'complete' : `ended with ${call.status}`}`,
      );
  }
  return found;
}

/** Waits until the accounts agree with the serial model; throws with what still differs. */
export async function expectTrueAccounts(
  world: CrashWorld,
  spenders: readonly Spender[],
  calls: readonly Call[],
): Promise<void> {
  for (const spender of spenders) {
    await eventually(`the account of ${spender.username} agrees with the serial model`, async () => {
      const found = differences(
        spender,
        calls,
        await world.account(spender),
        await world.charges(spender),
        world.upstream.reached,
      );
      if (found.length > 0) throw new Error(found.slice(0, 5).join('; '));
      return true;
    });
  }
}
