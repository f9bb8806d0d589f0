import { describe, expect, it } from '@jest/globals';
import { freePort } from '../../embedded/free-port.ts';
import { choosePorts } from './choose-ports.ts';

describe('the ports of the local Kafka', () => {
  it('are those of an earlier run, unless one of them is kept for somebody else now', async () => {
    const before = { broker: await freePort(), controller: await freePort() };
    expect(await choosePorts(before)).toEqual(before);
    for (const except of [before.broker, before.controller]) {
      const chosen = await choosePorts(before, except);
      expect([chosen.broker, chosen.controller]).not.toContain(except);
    }
  });
});
