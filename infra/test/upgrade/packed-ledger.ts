import { eventIdOf } from '@ledgate/domain/shared/ids';

/** An event as a line of a backup has it (`infra/src/operations/backup/ledger-lines.ts`). */
export type Line = {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly recordedAt: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly data: string;
};

/** One append in short: what follows from the rest is left out. Times are Unix milliseconds. */
export type Append = readonly [
  stream: string,
  revision: number,
  occurredAtMs: number,
  recordedAfterMs: number,
  correlationId: string,
  actor: string,
  reason: string,
  events: readonly (readonly [type: string, data: Readonly<Record<string, unknown>>])[],
];

/** The lines of an append, letter by letter as the release wrote them. */
export function linesOf(append: Append): readonly Line[] {
  const [stream, revision, occurredAtMs, recordedAfterMs, correlationId, actor, reason, events] = append;
  return events.map(([type, data], index) => {
    const accountId = accountOf(stream, data);
    return {
      stream,
      revision: revision + index,
      id: eventIdOf(`${stream}/${revision - 1}`, index),
      type,
      recordedAt: new Date(occurredAtMs + recordedAfterMs).toISOString(),
      metadata: {
        $correlationId: correlationId,
        occurredAt: new Date(occurredAtMs).toISOString(),
        schema: '1',
        actor,
        ...(accountId === undefined ? {} : { accountId }),
        ...(reason === '' ? {} : { reason }),
      },
      data: JSON.stringify(data),
    };
  });
}

function accountOf(stream: string, data: Readonly<Record<string, unknown>>): string | undefined {
  if (stream.startsWith('account-')) return stream.slice('account-'.length);
  return stream.startsWith('till-') && 'accountId' in data ? String(data['accountId']) : undefined;
}

/** Packed text back into events, in the order of their positions: a line is an append, or an event in full that is none of these. */
export function* unpacked(text: string): Generator<Line> {
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const read = JSON.parse(line) as Append | Line;
    if (Array.isArray(read)) yield* linesOf(read as Append);
    else yield read as Line;
  }
}
