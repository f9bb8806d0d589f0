import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { dockerEngine } from './docker-engine.ts';
import { SERVER_IMAGE, type ServerContainer, startServerContainer } from './server-container.ts';
import { whichServer } from './which-server.ts';

const server = whichServer(process.env, await dockerEngine());
const required = (process.env['REQUIRE_ADAPTERS'] ?? '').split(',').includes('eventstoredb');
const LIMIT_MS = 240_000;

/**
 * A suite on a real EventStoreDB, which is told its URL when its tests run. Its title says on which, without the URL, which may hold a password: where there is
 * none it says so, and fails where REQUIRE_ADAPTERS names eventstoredb.
 */
export function describeWithEventStoreDb(name: string, suite: (url: () => string) => void): void {
  if (server.kind === 'url')
    return describe(`${name} (RAN ON: the server of EVENTSTORE_TEST_URL)`, () => suite(() => server.url));
  if (server.kind === 'container')
    return describe(`${name} (RAN ON: ${SERVER_IMAGE} in a container)`, () => inContainer(suite));
  if (!required) {
    process.stderr.write(`NOT RUN: ${name} (${server.reason}; the protocol double ran)\n`);
    return describe.skip(`${name} (NOT RUN: ${server.reason})`, () => {
      it('runs', () => undefined);
    });
  }
  describe(name, () => {
    it('runs on a real server, as REQUIRE_ADAPTERS demands', () => {
      throw new Error(server.reason);
    });
  });
}

function inContainer(suite: (url: () => string) => void): void {
  let container: ServerContainer | undefined;
  beforeAll(async () => {
    container = await startServerContainer();
  }, LIMIT_MS);
  afterAll(() => container?.stop(), LIMIT_MS);
  suite(() => {
    if (container === undefined) throw new Error('the container does not run');
    return container.url;
  });
}
