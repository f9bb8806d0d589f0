import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { FIXTURES } from '../events/fixtures/fixtures.ts';
import type { EventId } from '../shared/ids.ts';
import type { Position, RecordedEvent, Revision } from '../ports/event-store.ts';
import { leafOf } from './leaf.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

const stored = (type: string, data: string, metadata: Readonly<Record<string, string>> = {}): RecordedEvent => ({
  id: 'e1' as EventId,
  type,
  data,
  metadata: { schema: '1', ...metadata },
  stream: 'till-a',
  revision: 4 as Revision,
  position: 99 as Position,
  recordedAt: '2026-11-21T09:00:00.001Z',
});

type Parsed = { readonly data: Readonly<Record<string, unknown>> };

describe('the leaf of an event', () => {
  it('is canonical JSON of what is the same in every store, data as they were written', () => {
    const leaf = leafOf(
      stored('Old', '{"b":[1,"\\u00e9"],"a":{"d":2,"c":null}}', { recordedAt: 'x', actor: 'user-1' }),
      digest,
    );
    expect(leaf).toEqual({
      text:
        '{"data":{"a":{"c":null,"d":2},"b":[1,"é"]},"id":"e1","metadata":{"actor":"user-1","schema":"1"},' +
        '"recordedAt":"2026-11-21T09:00:00.001Z","revision":4,"stream":"till-a","type":"Old"}',
      private: null,
    });
  });

  it.each([
    [
      '{"x":1,"attempts":[{"channelId":3}],"channelId":3,"privateSalt":"s"}',
      '{"attempts":[{"channelId":3}],"channelId":3,"privateSalt":"s"}',
    ],
    ['{"x":1,"channelId":3,"attempts":[]}', '{"attempts":[],"channelId":3,"privateSalt":""}'],
  ])('has of %s the hash of attempts, channel and salt alone', (data, hidden) => {
    const alone = leafOf(stored('ConsumptionRecorded', data), digest);
    expect(alone.private).toBe(hidden);
    expect((JSON.parse(alone.text) as Parsed).data).toEqual({ x: 1, private: digest(hidden) });
    const within = leafOf(stored('ConsumptionCorrected', `{"delta":1,"charge":${data}}`), digest);
    expect(within.private).toBe(hidden);
    expect((JSON.parse(within.text) as Parsed).data).toEqual({ delta: 1, charge: { x: 1, private: digest(hidden) } });
  });

  it('has the channel of the last attempt in what is private of a charge that leaves it out for that', () => {
    const told = '{"x":1,"attempts":[{"channelId":3},{"channelId":5}],"privateSalt":"s"}';
    expect(leafOf(stored('ConsumptionRecorded', told), digest).private).toBe(
      '{"attempts":[{"channelId":3},{"channelId":5}],"channelId":5,"privateSalt":"s"}',
    );
    // Of what is no charge there is none.
    expect(leafOf(stored('AttemptsFailed', told), digest).private).toBe(
      '{"attempts":[{"channelId":3},{"channelId":5}],"privateSalt":"s"}',
    );
  });

  it('is the same whether the text is put in order or parsed', () => {
    for (const { type, schema, data } of FIXTURES) {
      // A blank is nothing that events are written with.
      const [ordered, parsed] = [data, ` ${data}`].map((text) =>
        leafOf(stored(type, text, { schema: String(schema) }), digest),
      );
      expect([type, schema, ordered]).toEqual([type, schema, parsed]);
    }
    const odd = '{"zz":1,"attempts":[{"channelId":null}],"private":"mine","a":2,"channelId":null}';
    expect(leafOf(stored('ConsumptionRecorded', odd), digest)).toEqual(
      leafOf(stored('ConsumptionRecorded', ` ${odd}`), digest),
    );
  });

  it('shows attempts, channels and salts of no event that there ever was', () => {
    for (const { type, schema, data } of FIXTURES) {
      const { text } = leafOf(stored(type, data, { schema: String(schema) }), digest);
      const told = (JSON.parse(text) as Parsed).data;
      for (const members of [told, (told['charge'] ?? {}) as Parsed['data']])
        expect([
          type,
          schema,
          ...Object.keys(members).filter((name) => /^(?:attempts|privateSalt)$/u.test(name)),
        ]).toEqual([type, schema]);
      if ('private' in told) expect([type, 'channelId' in told]).toEqual([type, false]);
    }
  });
});
