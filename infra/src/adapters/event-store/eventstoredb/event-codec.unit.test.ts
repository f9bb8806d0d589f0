import { describe, expect, it } from '@jest/globals';
import type { EventId } from '@ledgate/domain/shared/ids';
import { type ReadEvent, isSystemEvent, positionOf, toClientEvent, toRecordedEvent } from './event-codec.ts';
import { StoreRefused } from './failures.ts';

const id = '0123abcd-89ef-4f5e-9d0b-3a8f4f6dffff' as EventId;
const read = (facts: Partial<ReadEvent> = {}): ReadEvent => ({
  streamId: 'till-1',
  id,
  revision: 3n,
  type: 'TillOpened',
  data: { n: 1 },
  metadata: { a: 'b' },
  isJson: true,
  created: new Date(0),
  position: { commit: 70n, prepare: 70n },
  ...facts,
});

describe('events on their way to the client and back', () => {
  it('travel as JSON where the client prints the very text, else as bytes', () => {
    const event = { id, type: 'T', metadata: {} };
    expect(toClientEvent({ ...event, data: '{"n":1,"s":"ü"}' })).toMatchObject({
      contentType: 'application/json',
      data: { n: 1, s: 'ü' },
    });
    for (const data of ['{"n": 1}', '{"n":9007199254740993}', '{"n":1.0}', '{"n":1,"n":2}', '{"10":1,"9":2}']) {
      expect(toClientEvent({ ...event, data })).toMatchObject({
        contentType: 'application/octet-stream',
        data: new TextEncoder().encode(data),
      });
    }
  });

  it('come back with numbers for revision and position', () => {
    expect(toRecordedEvent(read())).toEqual({
      id,
      stream: 'till-1',
      type: 'TillOpened',
      data: '{"n":1}',
      metadata: { a: 'b' },
      revision: 3,
      position: 70,
      recordedAt: '1970-01-01T00:00:00.000Z',
    });
    expect(toRecordedEvent(read({ metadata: undefined })).metadata).toEqual({});
    expect(toRecordedEvent(read({ isJson: false, data: new TextEncoder().encode(' [1.0] ') })).data).toBe(' [1.0] ');
  });

  it.each<[string, Partial<ReadEvent>]>([
    ['a position beyond 2^53', { position: { commit: 2n ** 53n, prepare: 2n ** 53n } }],
    ['no position', { position: undefined }],
    ['two positions', { position: { commit: 71n, prepare: 70n } }],
    ['metadata that are no texts', { metadata: { n: 1 } }],
    ['data that are no UTF-8', { isJson: false, data: Uint8Array.of(0xff) }],
  ])('are refused with %s', (_, facts) => {
    expect(() => toRecordedEvent(read(facts))).toThrow(StoreRefused);
  });

  it('take the greatest position that can be told apart', () => {
    const position = BigInt(Number.MAX_SAFE_INTEGER);
    expect(positionOf({ commit: position, prepare: position })).toBe(Number.MAX_SAFE_INTEGER);
  });

  it("are the server's own by stream or type", () => {
    expect([read(), read({ streamId: '$stats-1' }), read({ type: '$streamDeleted' })].map(isSystemEvent)).toEqual([
      false,
      true,
      true,
    ]);
  });
});
