import { LOOK_TIMEOUT_MS } from './limits.ts';

/** A process behind the proxy. */
export type Backend = {
  readonly name: string;
  /** Port of 127.0.0.1 where it listens at the moment; undefined while it does not run. */
  readonly port: () => number | undefined;
};

/** Whether GET /readyz of a port of 127.0.0.1 is answered 200. */
export async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(LOOK_TIMEOUT_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
