import type { Appended, Position, Revision } from '@ledgate/domain/ports/event-store';
import { type ClientBase, DatabaseError } from 'pg';
import { APPEND_TOGETHER, APPEND_TOGETHER_IF_PRESENT } from './append-together.sql.ts';
import type { KnownRevisions } from './known-revisions.ts';
import type { TextAppend } from './text-append.ts';
import { int8Array, textArray, uuidArray } from './wire-arrays.ts';

const UNIQUE_VIOLATION = '23505';

/** Writes all appends in one transaction; undefined when one of them does not fit and nothing was written. */
export async function appendTogether(
  client: ClientBase,
  appends: readonly TextAppend[],
  known: KnownRevisions,
): Promise<Appended[] | undefined> {
  const required = requiredEvents(appends, known);
  const columns = columnsOf(appends);
  try {
    const { rows } =
      required.length === 0
        ? await client.query<[string]>({
            name: 'events-append',
            text: APPEND_TOGETHER,
            values: columns,
            rowMode: 'array',
          })
        : await client.query<[string]>({
            name: 'events-append-if-present',
            text: APPEND_TOGETHER_IF_PRESENT,
            rowMode: 'array',
            values: [
              ...columns,
              textArray(required.map(({ stream }) => stream)),
              int8Array(required.map(({ expected }) => expected)),
            ],
          });
    return rows[0] === undefined ? undefined : appendedAfter(Number(rows[0][0]), appends);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === UNIQUE_VIOLATION) return undefined;
    throw error;
  }
}

/** Appends whose expected event is neither known to exist nor written by an append before them in the same transaction. */
function requiredEvents(appends: readonly TextAppend[], known: KnownRevisions): TextAppend[] {
  const lastHere = new Map<string, number>();
  return appends.filter(({ stream, expected, events }) => {
    const last = lastHere.get(stream) ?? known.lastOf(stream);
    lastHere.set(stream, expected + events.length);
    return expected > last;
  });
}

function columnsOf(appends: readonly TextAppend[]): Buffer[] {
  const [ids, streams, revisions, types, data, metadata]: [string[], string[], number[], string[], string[], string[]] =
    [[], [], [], [], [], []];
  for (const { stream, expected, events } of appends) {
    for (const [index, event] of events.entries()) {
      ids.push(event.id);
      streams.push(stream);
      revisions.push(expected + 1 + index);
      types.push(event.type);
      data.push(event.data);
      metadata.push(event.metadata);
    }
  }
  return [
    uuidArray(ids),
    textArray(streams),
    int8Array(revisions),
    textArray(types),
    textArray(data),
    textArray(metadata),
  ];
}

function appendedAfter(before: number, appends: readonly TextAppend[]): Appended[] {
  let position = before;
  return appends.map(({ expected, events }) => {
    position += events.length;
    return { outcome: 'appended', revision: (expected + events.length) as Revision, position: position as Position };
  });
}
