import { describe, it } from '@jest/globals';

const url = process.env['EVENTSTORE_TEST_URL'];
const required = (process.env['REQUIRE_ADAPTERS'] ?? '').split(',').includes('eventstoredb');

/** A suite on the server of EVENTSTORE_TEST_URL: where there is none it says so, and fails where REQUIRE_ADAPTERS names eventstoredb. */
export function describeWithEventStoreDb(name: string, suite: (url: string) => void): void {
  if (url !== undefined && url !== '') return suite(url);
  if (!required) {
    process.stderr.write(`NOT RUN: ${name} (EVENTSTORE_TEST_URL names no server; the protocol double ran)\n`);
    return describe.skip(`${name} (NOT RUN: EVENTSTORE_TEST_URL names no server)`, () => { it('runs', () => undefined); });
  }
  describe(name, () => {
    it('runs on a real server, as REQUIRE_ADAPTERS demands', () => {
      throw new Error('EVENTSTORE_TEST_URL names no server');
    });
  });
}
