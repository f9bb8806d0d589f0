import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import { z } from 'zod';
import { readEnvironment } from '../../src/server/config/config.ts';
import { ConsoleClient } from '../console-client/console-client.ts';
import { loadInstallation, sizeOf } from '../loader/load-installation.ts';
import type { BenchProcess } from './bench-process.ts';
import type { BenchResources } from './bench-resources.ts';

type Filled = { readonly product: BenchProcess; readonly root: ConsoleClient; readonly dataDir: string };

/** The product on a filled installation, that which was named or one that is filled now, and root signed in to it. */
export async function openFilled(resources: BenchResources): Promise<Filled> {
  const DATA_DIR = resources.filled ?? resources.folder();
  if (resources.filled === undefined)
    await loadInstallation(readEnvironment({ DATA_DIR }), sizeOf(resources.effort.listedCharges), {
      say: () => undefined,
    });
  const product = await resources.process('product', JSON.stringify({ DATA_DIR, DATABASE_URL: '' }));
  return { product, root: await ConsoleClient.signedIn(product.url, 'root', '123456'), dataDir: DATA_DIR };
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

const people = z.object({
  items: z.array(z.object({ id: z.number(), username: z.string(), request_count: z.number() })),
});
const charges = z.object({ items: z.array(z.object({ token_id: z.number() })) });

/** Somebody of a filled installation, with his token and how many charges he has. */
type Person = { readonly id: number; readonly tokenId: number; readonly charges: number };

/** By the name that the loader gives. Throws where nobody is called so. */
export async function personOf(root: ConsoleClient, username: string): Promise<Person> {
  const found = await root.get(`/api/user/search?keyword=${username}&p=1&page_size=100`, people);
  const person = found.items.find((each) => each.username === username);
  if (person === undefined)
    throw new Error(`nobody is called ${username}: the installation was not filled by npm run load`);
  const log = await root.get(`/api/log/?username=${username}&type=${LOG_TYPE.consumption}&p=1&page_size=1`, charges);
  return { id: person.id, tokenId: log.items[0]?.token_id ?? 0, charges: person.request_count };
}
