import { describe, expect, it } from '@jest/globals';
import { type EventToAppend, NO_STREAM, type Revision } from '../ports/event-store.ts';
import { eventIdOf } from '../shared/ids.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { tillEventSchemas } from '../till/events.ts';
import { recordedStep } from './charge-steps.ts';
import { decode, encode } from './codec.ts';
import { FIXTURES } from './fixtures/fixtures.ts';
import { gatedStore, isAlwaysWritable, LedgerGate, NotWrittenYet, writable } from './ledger-gate.ts';
import type { LedgerEvent, LedgerEventType } from './ledger-event.ts';
import { EVENT_SCHEMAS, inFull, LEDGER_SCHEMA, numberWritten, type TypeSchema } from './schema-numbers.ts';
import { type EventData, lift } from './schema-step.ts';

/** `CodeIssued` of several uses from ledger_schema 2 on, `CodePaused` only from then. */
const SCHEMAS: Readonly<Record<string, TypeSchema>> = {
  CodeIssued: {
    writes: [1, 2],
    steps: [
      {
        lift: (data) => ({ ...data, usesMax: 1 }),
        lower: ({ usesMax, ...rest }) => (usesMax === 1 ? rest : undefined),
      },
    ],
  },
  CodePaused: { writes: [null, 1], steps: [] },
};
const event = (type: string, schema: number, data: EventData): EventToAppend => ({
  id: eventIdOf(type, 0),
  type,
  data: JSON.stringify(data),
  metadata: { occurredAt: '2026-11-21T09:00:00.000Z', schema: String(schema), actor: 'user-1' },
});
const thrown = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('what may be written at a ledger_schema', () => {
  const issued = event('CodeIssued', 2, { codeId: 9, amount: 5, usesMax: 1 });

  it('is the number of then, and says in all else what was to be written', () => {
    const { data, metadata, ...rest } = writable(issued, 1, SCHEMAS);
    expect({ data, metadata: JSON.stringify(metadata) }).toEqual({
      data: '{"codeId":9,"amount":5}',
      metadata: '{"occurredAt":"2026-11-21T09:00:00.000Z","schema":"1","actor":"user-1"}',
    });
    expect(rest).toEqual({ id: issued.id, type: 'CodeIssued' });
  });

  it('is the event itself where its number is writable, or lower', () => {
    expect(writable(issued, 2, SCHEMAS)).toBe(issued);
    expect(writable(issued, 3, SCHEMAS)).toBe(issued);
    const early = event('CodeIssued', 1, { codeId: 9, amount: 5 });
    expect([1, 2].map((number) => writable(early, number, SCHEMAS))).toEqual([early, early]);
  });

  it('is nothing where the number of then cannot say it, or has not got the type', () => {
    const forThree = event('CodeIssued', 2, { codeId: 9, amount: 5, usesMax: 3 });
    expect(thrown(() => writable(forThree, 1, SCHEMAS))).toEqual(new NotWrittenYet(forThree, 1));
    const paused = event('CodePaused', 1, {});
    expect(thrown(() => writable(paused, 1, SCHEMAS))).toBeInstanceOf(NotWrittenYet);
    expect(writable(paused, 2, SCHEMAS)).toBe(paused);
  });

  it('is, of every event that was ever written, what a release of that ledger_schema reads', () => {
    for (const { type, schema, data } of FIXTURES) {
      const known = EVENT_SCHEMAS[type as LedgerEventType];
      for (let ledgerSchema = 1; ledgerSchema <= LEDGER_SCHEMA; ledgerSchema += 1) {
        const to = numberWritten(known, ledgerSchema);
        const highest = {
          ...event(type, known.steps.length + 1, lift(known.steps, schema, JSON.parse(data) as EventData)),
        };
        const written = thrown(() => writable(highest, ledgerSchema));
        if (written instanceof NotWrittenYet) continue;
        expect(to).not.toBeNull();
        const { metadata, data: text } = written as EventToAppend;
        expect(Number(metadata['schema'])).toBeLessThanOrEqual(to ?? 0);
        // What was written with that number comes out as it was written then.
        if (Number(metadata['schema']) === schema) expect(text).toBe(data);
      }
    }
  });

  it('is the same whatever ledger_schema is, where it is always writable, and of no other', () => {
    const always = FIXTURES.map(({ type, schema, data }) => ({ ...event(type, schema, {}), data })).filter((one) => {
      const kept = Array.from({ length: LEDGER_SCHEMA }, (_, index) => thrown(() => writable(one, index + 1)) === one);
      expect([one.type, one.metadata['schema'], isAlwaysWritable(one)]).toEqual([
        one.type,
        one.metadata['schema'],
        kept.every(Boolean),
      ]);
      return isAlwaysWritable(one);
    });
    const types = always.map(({ type }) => type);
    expect(types).toContain('AccountOpened');
    expect(types).not.toContain('ChannelTested');
  });
});

describe('a charge that leaves out what goes without saying', () => {
  const charges = FIXTURES.filter(({ type }) => type === 'ConsumptionRecorded').map(({ schema, data }) => ({
    schema,
    data: inFull(EVENT_SCHEMAS.ConsumptionRecorded, schema, JSON.parse(data) as EventData),
  }));
  const writtenAt = (ledgerSchema: number, data: EventData): EventToAppend => {
    const [encoded] = encode([{ type: 'ConsumptionRecorded', data } as unknown as LedgerEvent], {
      commandId: 'till-1/Ended/req-1',
      correlationId: 'req-1',
      occurredAtMs: 1_795_425_000_000,
      actor: 'relay-1',
    });
    if (encoded === undefined) throw new Error('one event makes one encoded event');
    return writable(encoded, ledgerSchema);
  };

  it.each(charges)('is told in full while others read no more than number 2 of it: %#', ({ data }) => {
    const written = writtenAt(3, data);
    expect(written.metadata['schema']).toBe('2');
    const told = JSON.parse(written.data) as EventData;
    expect(told).toEqual(data);
    expect(tillEventSchemas.ConsumptionRecorded.parse(told)).toEqual(data);
  });

  it('is told as by number 1 while others read no more', () => {
    const plain = charges.filter(({ schema }) => schema !== 2);
    expect(plain.length).toBeGreaterThan(3);
    for (const { data } of plain) {
      const written = writtenAt(1, data);
      expect(written.metadata['schema']).toBe('1');
      expect(JSON.parse(written.data)).toEqual(JSON.parse(JSON.stringify(recordedStep.lower(data))));
    }
  });

  it('is told shortly once all read number 3', () => {
    for (const { data } of charges) {
      const written = writtenAt(4, data);
      expect(written.metadata['schema']).toBe('3');
      expect(written.data.length).toBeLessThan(JSON.stringify(data).length);
    }
  });
});

describe('a store behind the gate', () => {
  const expired = event('CodeExpired', 1, { codeId: 9, amount: 5, sold: false });

  it('refuses, writing nothing, what is not written yet, and takes it once the gate is raised', async () => {
    const kept = new MemoryEventStore();
    const gate = new LedgerGate(1);
    const store = gatedStore(kept, gate);
    const closed = event('AccountClosed', 1, { actorId: 1 });
    await expect(store.append('redemption-9', NO_STREAM, [closed, expired])).rejects.toBeInstanceOf(NotWrittenYet);
    expect(await store.readStream('redemption-9', 0 as Revision, 9)).toEqual([]);
    gate.raised(2);
    expect((await store.append('redemption-9', NO_STREAM, [expired])).outcome).toBe('appended');
    expect((await kept.readStream('redemption-9', 0 as Revision, 9)).map((each) => decode(each).event.type)).toEqual([
      'CodeExpired',
    ]);
  });

  it('is never lowered', () => {
    const gate = new LedgerGate(2);
    gate.raised(1);
    expect(gate.number).toBe(2);
  });
});
