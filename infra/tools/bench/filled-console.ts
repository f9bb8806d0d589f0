import { z } from 'zod';
import { readEnvironment } from '../../src/server/config/config.ts';
import { ConsoleClient } from '../console-client/console-client.ts';
import { loadInstallation, sizeOf } from '../loader/load-installation.ts';
import type { BenchProcess } from './bench-process.ts';
import type { BenchResources } from './bench-resources.ts';

type Filled = { readonly product: BenchProcess; readonly root: ConsoleClient };

/** The product on a filled installation, that which was named or one that is filled now, and root signed in to it. */
export async function openFilled(resources: BenchResources): Promise<Filled> {
  const DATA_DIR = resources.filled ?? resources.folder();
  if (resources.filled === undefined)
    await loadInstallation(readEnvironment({ DATA_DIR }), sizeOf(resources.effort.listedCharges), {
      say: () => undefined,
    });
  const product = await resources.process('product', JSON.stringify({ DATA_DIR, DATABASE_URL: '' }));
  return { product, root: await ConsoleClient.signedIn(product.url, 'root', '123456') };
}

/** From its sending to its whole answer. Throws what the server says when it refuses. */
export async function askedMs(root: ConsoleClient, path: string): Promise<number> {
  const startedMs = performance.now();
  await root.get(path, z.unknown());
  return performance.now() - startedMs;
}

/** So many calls, shared by so many clients. */
export async function inTurns(clients: number, calls: number, call: () => Promise<number>): Promise<readonly number[]> {
  const took: number[] = [];
  let left = calls;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (left > 0) {
        left -= 1;
        took.push(await call());
      }
    }),
  );
  return took;
}
