import { type AppendOutcome, NO_STREAM, type Position, type Revision } from '@ledgate/domain/ports/event-store';
import type { ClientBase } from 'pg';
import type { KnownRevisions } from './known-revisions.ts';
import { int4Array, int8Array, textArray, uuidArray } from './wire-arrays.ts';

export type TextEvent = { readonly id: string; readonly type: string; readonly data: string; readonly metadata: string };
/** `expected` is -1 for a stream that must not exist. */
export type TextAppend = { readonly stream: string; readonly expected: number; readonly events: readonly TextEvent[] };

const APPEND = 'SELECT before, last_positions, actual_revisions FROM events.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)';

type Answer = { readonly before: string | null; readonly last_positions: (string | null)[] | null; readonly actual_revisions: (string | null)[] | null };

/** Writes several appends in one transaction; one outcome for each, in their order. A rejection means that nothing is known. */
export async function appendBatch(client: ClientBase, appends: readonly TextAppend[], known: KnownRevisions): Promise<AppendOutcome[]> {
  const required = requiredEvents(appends, known);
  const events = appends.flatMap((append) => append.events);
  const { rows } = await client.query<Answer>({
    name: 'events-append',
    text: APPEND,
    values: [
      textArray(required.map(({ stream }) => stream)),
      int8Array(required.map(({ expected }) => expected)),
      textArray(appends.map(({ stream }) => stream)),
      int8Array(appends.map(({ expected }) => expected)),
      int4Array(appends.map((append) => append.events.length)),
      textArray(appends.flatMap((append) => append.events.map(() => append.stream))),
      int8Array(appends.flatMap(({ expected, events: { length } }) => Array.from({ length }, (_, index) => expected + 1 + index))),
      uuidArray(events.map(({ id }) => id)),
      textArray(events.map(({ type }) => type)),
      textArray(events.map(({ data }) => data)),
      textArray(events.map(({ metadata }) => metadata)),
    ],
  });
  const [answer] = rows;
  if (answer === undefined) throw new Error('the append function answered nothing');
  const outcomes = outcomesOf(answer, appends);
  for (const [index, outcome] of outcomes.entries()) remember(known, appends[index], outcome);
  return outcomes;
}

/** Appends whose expected event is neither known nor written by an append before them in the same batch. */
function requiredEvents(appends: readonly TextAppend[], known: KnownRevisions): TextAppend[] {
  const lastInBatch = new Map<string, number>();
  return appends.filter(({ stream, expected, events }) => {
    const isWrittenHere = expected <= (lastInBatch.get(stream) ?? -1);
    lastInBatch.set(stream, expected + events.length);
    return expected >= 0 && !isWrittenHere && !known.has(stream, expected);
  });
}

function outcomesOf({ before, last_positions: lastPositions, actual_revisions: actualRevisions }: Answer, appends: readonly TextAppend[]): AppendOutcome[] {
  let position = Number(before);
  return appends.map(({ expected, events }, index) => {
    const revision = expected + events.length as Revision;
    if (before !== null) {
      position += events.length;
      return { outcome: 'appended', revision, position: position as Position };
    }
    const last = lastPositions?.[index];
    const actual = actualRevisions?.[index];
    if (last !== undefined && last !== null) return { outcome: 'appended', revision, position: Number(last) as Position };
    if (actual === undefined || actual === null) throw new Error('the append function left out an append');
    return { outcome: 'conflict', actual: Number(actual) < 0 ? NO_STREAM : Number(actual) as Revision };
  });
}

function remember(known: KnownRevisions, append: TextAppend | undefined, outcome: AppendOutcome): void {
  const last = outcome.outcome === 'appended' ? outcome.revision : outcome.actual;
  if (append !== undefined && last !== NO_STREAM) known.saw(append.stream, last);
}
