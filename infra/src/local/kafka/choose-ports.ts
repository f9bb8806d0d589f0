import { freePort, isFree } from '../../embedded/free-port.ts';
import type { Ports } from './settings.ts';

/**
 * Those of an earlier run, if nobody listens on either of them at the moment, else others.
 * @param except kept for somebody who will listen there later
 */
export async function choosePorts(before: Ports | undefined, except?: number): Promise<Ports> {
  const areFree = before !== undefined && (await isFree(before.broker)) && (await isFree(before.controller));
  if (areFree && before.broker !== except && before.controller !== except) return before;
  return { broker: await freePort(except), controller: await freePort(except) };
}
