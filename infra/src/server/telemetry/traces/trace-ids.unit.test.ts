import { randomUUID } from 'node:crypto';
import { silentLog } from '@ledgate/domain/ports/log';
import { describe, expect, it } from '@jest/globals';
import { readEnvironment } from '../../config/config.ts';
import { tracedAmong } from './event-spans.ts';
import { TRACES_OF_BATCH_MAX } from './limits.ts';
import { openTraces, traceSettings } from './open-traces.ts';
import { isTaken, requestSpanIdOf, traceIdOf } from './trace-ids.ts';
import { noTraces } from './traces.ts';

describe('ids of traces', () => {
  it('are those of correlation ids that are UUIDs', () => {
    expect(traceIdOf('01234567-89ab-4cde-8f01-23456789abcd')).toBe('0123456789ab4cde8f0123456789abcd');
    expect(requestSpanIdOf('0123456789ab4cde8f0123456789abcd')).toBe('8f0123456789abcd');
    expect(['till-7', 'order-1', '01234567-89ab-4cde-8f01-23456789abcdef'].map(traceIdOf)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('tell which traces are taken: about the share that is asked for, none and all at its ends', () => {
    const ids = Array.from({ length: 20_000 }, () => randomUUID());
    const taken = (ratio: number): number => ids.filter((id) => isTaken(id, ratio)).length;
    expect([taken(0), taken(1)]).toEqual([0, ids.length]);
    expect(Math.abs(taken(0.1) - 2_000)).toBeLessThan(300);
    // Whoever takes more takes all that others take.
    expect(ids.filter((id) => isTaken(id, 0.1) && !isTaken(id, 0.2))).toEqual([]);
    expect(isTaken('till-7', 1)).toBe(false);
  });
});

describe('events of traces', () => {
  it('are the first of each trace that is taken, of at most so many traces', () => {
    const traces = { ...noTraces, wants: (id: string) => id !== 'not' };
    const event = (correlationId: string, type: string) => ({ type, metadata: { $correlationId: correlationId } });
    const found = tracedAmong(traces, [
      event('a', 'one'),
      event('not', 'two'),
      event('a', 'three'),
      { type: 'four', metadata: {} },
      event('b', 'five'),
    ]);
    expect([...found].map(([id, { type }]) => [id, type])).toEqual([
      ['a', 'one'],
      ['b', 'five'],
    ]);
    expect(
      tracedAmong(
        traces,
        Array.from({ length: 1_000 }, (_, index) => event(`id-${index}`, 'one')),
      ).size,
    ).toBe(TRACES_OF_BATCH_MAX);
  });
});

describe('the settings of traces', () => {
  it('are there only where a collector is named, and nothing is opened without', async () => {
    expect(traceSettings(readEnvironment({}))).toBeUndefined();
    expect(await openTraces(undefined, silentLog)).toBe(noTraces);
    const settings = traceSettings(
      readEnvironment({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc%3D, x-tenant=7',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      }),
    );
    expect(settings).toMatchObject({
      endpoint: 'http://collector:4318/',
      headers: { authorization: 'Basic abc=', 'x-tenant': '7' },
      ratio: 0.25,
      serviceName: 'ledgate',
    });
  });

  it('are refused where they are wrong, by name', () => {
    expect(() => readEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow(
      /OTEL_EXPORTER_OTLP_ENDPOINT is wrong: must begin with http/,
    );
    expect(() => readEnvironment({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow(
      /OTEL_TRACES_SAMPLER_ARG is wrong: must be a number from 0 to 1/,
    );
    expect(() => readEnvironment({ OTEL_EXPORTER_OTLP_HEADERS: 'a=b' })).toThrow(
      /OTEL_EXPORTER_OTLP_ENDPOINT must be set too/,
    );
  });
});
