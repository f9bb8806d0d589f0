// Jest's globalTeardown: ends what jest-postgres-setup.mjs started.
export default async function tearDown() {
  const server = globalThis.ledgateTestPostgres;
  if (server === undefined) return;
  delete globalThis.ledgateTestPostgres;
  delete process.env.TEST_DATABASE_URL;
  await server.stop();
}
