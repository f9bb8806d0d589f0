import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWithKafka } from '../../test/kafka/test-kafka.ts';
import { eventually } from '../../test/testing/eventually.ts';
import { buildProduct, processesIn, Product } from '../../test/testing/product.ts';

const LIMIT_MS = 300_000;
/** From the first answer of the api to the end of the main job. */
const DEMONSTRATED_WITHIN_MS = 120_000;

let cluster: Product;

beforeAll(() => {
  buildProduct();
  cluster = new Product({}, '/api/status', 'cluster-demo');
}, LIMIT_MS);
afterAll(() => cluster.discard(), LIMIT_MS);

describeWithKafka('npm run cluster -- --demo', () => {
  it(
    'does the main job on the cluster, goes on running, and leaves nothing behind when it is ended',
    async () => {
      await cluster.start();
      await eventually(
        'the main job is done',
        () => cluster.output.includes('Ledgate goes on running'),
        DEMONSTRATED_WITHIN_MS,
      );
      expect(cluster.output).toMatch(/total +\$0\.0+/);
      expect(cluster.output).toContain(cluster.url);
      expect((await fetch(`${cluster.url}/readyz`)).status).toBe(200);
      expect(await cluster.stop()).toBe(0);
      expect(processesIn(cluster.dataDir)).toEqual([]);
      expect(await cluster.run('verify')).toMatchObject({
        code: 0,
        output: expect.stringContaining('The books are true'),
      });
    },
    LIMIT_MS,
  );
});
