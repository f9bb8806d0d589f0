import { type AppendOutcome, NO_STREAM, type Position, type Revision } from '@ledgate/domain/ports/event-store';
import type { ClientBase } from 'pg';
import type { TextAppend } from './text-append.ts';
import { int4Array, int8Array, textArray, uuidArray } from './wire-arrays.ts';
import { APPEND_EACH } from './sql.ts';

type Answer = { readonly last_positions: (string | null)[]; readonly actual_revisions: string[] };

/** Judges appends one by one in one transaction; an outcome for each, in their order. */
export async function appendEach(client: ClientBase, appends: readonly TextAppend[]): Promise<AppendOutcome[]> {
  const events = appends.flatMap((append) => append.events);
  const {
    rows: [answer],
  } = await client.query<Answer>({
    name: 'events-append-each',
    text: APPEND_EACH,
    values: [
      textArray(appends.map(({ stream }) => stream)),
      int8Array(appends.map(({ expected }) => expected)),
      int4Array(appends.map((append) => append.events.length)),
      uuidArray(events.map(({ id }) => id)),
      textArray(events.map(({ type }) => type)),
      textArray(events.map(({ data }) => data)),
      textArray(events.map(({ metadata }) => metadata)),
    ],
  });
  return appends.map((append, index) => {
    const position = answer?.last_positions[index];
    const actual = answer?.actual_revisions[index];
    if (position === undefined || actual === undefined) throw new Error('events.append_each left out an append');
    if (position !== null)
      return {
        outcome: 'appended',
        revision: (append.expected + append.events.length) as Revision,
        position: Number(position) as Position,
      };
    return { outcome: 'conflict', actual: Number(actual) < 0 ? NO_STREAM : (Number(actual) as Revision) };
  });
}
