import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CrashWorld } from '../../test/crash/world.ts';
import { ProtocolDouble } from '../../test/doubles/eventstoredb/protocol-double.ts';
import { foreignEvents } from '../../test/doubles/eventstoredb/foreign-events.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../../test/doubles/eventstoredb/test-certificate.ts';
import { expectServed } from '../../test/testing/metered-request.ts';
import { buildProduct, Product } from '../../test/testing/product.ts';

const LIMIT_MS = 180_000;
const ADMINISTRATOR = { EVENTSTORE_USER: 'admin', EVENTSTORE_PASSWORD: 'changeit' };

describe('npm run verify on an EventStoreDB that checks who asks, beside a running product', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ledgate-verify-'));
  let double: ProtocolDouble;
  let product: Product;
  let world: CrashWorld | undefined;

  beforeAll(async () => {
    buildProduct();
    const authority = join(folder, 'ca.pem');
    writeFileSync(authority, TEST_CERTIFICATE);
    double = await ProtocolDouble.start({
      host: 'localhost',
      tls: { key: TEST_KEY, certificate: TEST_CERTIFICATE },
      users: { ledgate: { password: 'secret', isAdmin: false }, admin: { password: 'changeit', isAdmin: true } },
    });
    product = new Product({
      EVENTSTORE_URL: double.url,
      EVENTSTORE_TLS_CA_FILE: authority,
      EVENTSTORE_USER: 'ledgate',
      EVENTSTORE_PASSWORD: 'secret',
      EVENTSTORE_ADMIN_USER: ADMINISTRATOR.EVENTSTORE_USER,
      EVENTSTORE_ADMIN_PASSWORD: ADMINISTRATOR.EVENTSTORE_PASSWORD,
    });
    await product.start();
    world = await CrashWorld.open(product);
  }, LIMIT_MS);
  afterAll(async () => {
    world?.upstream.close();
    await product.discard();
    await double.stop();
    rmSync(folder, { recursive: true });
  }, LIMIT_MS);

  it(
    'leaves the access control as it is, also with the name and password of an administrator: the product goes on',
    async () => {
      if (world === undefined) throw new Error('there is no world');
      await expectServed(world, product);
      expect(await product.runWith(ADMINISTRATOR, 'verify')).toMatchObject({
        code: 0,
        output: expect.stringContaining('The books are true'),
      });
      await expectServed(world, product);
      expect(await product.run('verify')).toMatchObject({ code: 0 });
    },
    LIMIT_MS,
  );

  it(
    'leaves out what another application writes to the same server, as the read models and a backup do, and says so',
    async () => {
      if (world === undefined) throw new Error('there is no world');
      const client = EventStoreDBClient.connectionString(`${double.url}&tlsCAFile=${join(folder, 'ca.pem')}`);
      const credentials = { username: 'admin', password: 'changeit' };
      const events = foreignEvents();
      await client.appendToStream('orders-1', events, { credentials });
      await client.dispose();
      await expectServed(world, product);
      const said = expect.stringContaining(`${events.length} events of other applications`);
      expect(await product.run('verify')).toEqual({ code: 0, output: said });
      expect(await product.run('backup', join(folder, 'backup'))).toEqual({ code: 0, output: said });
    },
    LIMIT_MS,
  );
});
