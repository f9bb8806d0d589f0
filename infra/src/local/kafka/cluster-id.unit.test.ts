import { describe, expect, it } from '@jest/globals';
import { clusterIdOf } from './cluster-id.ts';

describe('the name of a new Kafka cluster', () => {
  it('never begins like an option, whatever its first byte', () => {
    const ids = Array.from({ length: 256 }, (_, first) => clusterIdOf(Buffer.alloc(16, first)));
    expect(ids.filter((id) => !/^[A-Za-z0-9_][A-Za-z0-9_-]{21}$/.test(id))).toEqual([]);
  });

  it('leaves the bytes that it was given as they were', () => {
    const bytes = Buffer.alloc(16, 0xf8);
    clusterIdOf(bytes);
    expect(bytes.equals(Buffer.alloc(16, 0xf8))).toBe(true);
  });
});
