import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { Installation } from '../../../test/testing/installation.ts';
import { eventually } from '../../../test/testing/eventually.ts';
import { buildProduct, type Product } from '../../../test/testing/product.ts';

const LIMIT_MS = 180_000;

const readiness = z.object({
  status: z.enum(['ready', 'not ready']),
  reason: z.string().optional(),
  checks: z.array(
    z.object({ part: z.string(), ok: z.boolean(), reason: z.string().optional(), durationMs: z.number() }),
  ),
});

async function readyz({ url }: Product): Promise<{ status: number } & Pick<z.infer<typeof readiness>, 'checks'>> {
  const answer = await fetch(`${url}/readyz`);
  return { status: answer.status, checks: readiness.parse(await answer.json()).checks };
}

describe('GET /readyz', () => {
  let installation: Installation;
  beforeAll(() => buildProduct(), LIMIT_MS);
  afterEach(() => installation.close(), LIMIT_MS);

  const reasonOf = async (product: Product, part: string): Promise<string | undefined> =>
    (await readyz(product)).checks.find((check) => check.part === part)?.reason;

  it(
    'names what the roles of a process need, each well',
    async () => {
      installation = await Installation.open();
      const relay = await installation.start(['relay']);
      const projector = await installation.start(['projector', 'worker']);
      expect(await readyz(relay)).toMatchObject({
        status: 200,
        checks: ['postgres', 'event-store', 'relay', 'directory'].map((part) => ({ part, ok: true })),
      });
      expect(await readyz(projector)).toMatchObject({
        status: 200,
        checks: ['postgres', 'event-store', 'read-models', 'projector'].map((part) => ({ part, ok: true })),
      });
    },
    LIMIT_MS,
  );

  it(
    'is 503 while the event store does not answer, at last also for want of a heartbeat; the process lives, and is ready again by itself',
    async () => {
      installation = await Installation.open({ eventStore: true, environment: { TIME_SCALE: '0.1' } });
      const { double } = installation;
      const relay = await installation.start(['relay']);
      if (double === undefined) throw new Error('no event store');
      double.faults.beSilent();
      await eventually(
        'the relay is not ready',
        async () => (await readyz(relay)).status === 503 && (await reasonOf(relay, 'event-store')) !== undefined,
      );
      await eventually(
        'its heartbeat is old',
        async () => (await reasonOf(relay, 'relay'))?.startsWith('the last heartbeat that arrived was sent') === true,
      );
      expect((await fetch(`${relay.url}/healthz`)).status).toBe(200);
      expect(await reasonOf(relay, 'postgres')).toBeUndefined();
      double.faults.speak();
      await eventually('the relay is ready again', async () => (await readyz(relay)).status === 200);
    },
    LIMIT_MS,
  );
});
