import { describe, expect, it } from '@jest/globals';
import type { Position, RecordedEvent, Revision } from '@ledgate/domain/ports/event-store';
import { eventIdOf } from '@ledgate/domain/shared/ids';
import type { Message } from 'kafkajs';
import { eventMessage, readMessage, UnreadableMessage, watermarkMessage } from './message.ts';

const EVENT: RecordedEvent = {
  id: eventIdOf('message', 1),
  type: 'Tried',
  data: '{"big": 12345678901234567890, "text":"ü\\u0000"}',
  metadata: { accountId: '7', reason: 'ü "x"' },
  stream: 'till-a',
  revision: 4 as Revision,
  position: 42 as Position,
  recordedAt: '2026-11-21T10:00:00.000Z',
};

/** What the broker makes of it. */
const delivered = ({ value, headers }: Message) => ({
  value: value === null ? null : Buffer.from(value),
  headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, text]) => [name, Buffer.from(String(text))])),
});

describe('a message', () => {
  const message = delivered(eventMessage(EVENT, 3, 40 as Position));
  const { headers } = message;

  it('brings an event as it stands in the store, byte for byte, with the position before it', () => {
    expect(readMessage(message)).toEqual({ position: 42, previous: 40, event: EVENT });
  });

  it('has its position for a timestamp and its account for a key', () => {
    expect(eventMessage(EVENT, 3, 40 as Position)).toMatchObject({ partition: 3, key: 'account-7', timestamp: '42' });
  });

  it('without an event is a watermark', () => {
    expect(readMessage(delivered(watermarkMessage(50 as Position, 3, 42 as Position)))).toEqual({
      position: 50,
      previous: 42,
      event: undefined,
    });
  });

  it.each([
    ['no headers', { value: message.value, headers: {} }],
    ['a position that is none', { value: message.value, headers: { ...headers, position: Buffer.from('-1') } }],
    [
      'a position beyond exact numbers',
      { value: message.value, headers: { ...headers, position: Buffer.from('9999999999999999') } },
    ],
    [
      'a position that is not after the previous one',
      { value: message.value, headers: { ...headers, previous: Buffer.from('42') } },
    ],
    ['an event without its value', { value: null, headers }],
    [
      'a value without its event',
      { value: message.value, headers: { position: headers['position'], previous: headers['previous'] } },
    ],
    ['an event that is no JSON', { value: message.value, headers: { ...headers, event: Buffer.from('{') } }],
    ['a position that is no number', { value: message.value, headers: { ...headers, position: Buffer.from('4e1') } }],
    [
      'two positions',
      { value: message.value, headers: { ...headers, position: [Buffer.from('42'), Buffer.from('43')] } },
    ],
    ['an event that is no object', { value: message.value, headers: { ...headers, event: Buffer.from('null') } }],
    [
      'a revision that is no whole number',
      {
        value: message.value,
        headers: { ...headers, event: Buffer.from(JSON.stringify({ ...EVENT, revision: 1.5 })) },
      },
    ],
    [
      'metadata that are no flat texts',
      {
        value: message.value,
        headers: { ...headers, event: Buffer.from(JSON.stringify({ ...EVENT, metadata: { accountId: 7 } })) },
      },
    ],
    [
      'metadata that are a list',
      {
        value: message.value,
        headers: { ...headers, event: Buffer.from(JSON.stringify({ ...EVENT, metadata: ['a'] })) },
      },
    ],
    [
      'an event without a stream',
      { value: message.value, headers: { ...headers, event: Buffer.from(JSON.stringify({ ...EVENT, stream: '' })) } },
    ],
  ])('is refused with %s', (_what, broken) => {
    expect(() => readMessage(broken)).toThrow(UnreadableMessage);
  });
});
