import { type AppendOutcome, NO_STREAM } from '@ledgate/domain/ports/event-store';
import type { ClientBase } from 'pg';
import { appendEach } from './append-each.ts';
import { appendTogether } from './append-together.ts';
import type { KnownRevisions } from './known-revisions.ts';
import type { TextAppend } from './text-append.ts';

/**
 * Writes what waited together. Streams on which a conflict or a repetition is already in sight are judged apart, so that they do not spoil
 * the one query in which all the others are written. `settle` is called for each append as its outcome is known; a rejection means
 * that the others' outcomes are not.
 */
export async function appendBatch<Append extends TextAppend>(
  client: ClientBase,
  appends: readonly Append[],
  known: KnownRevisions,
  settle: (append: Append, outcome: AppendOutcome) => void,
): Promise<void> {
  const contested = contestedStreams(appends, known);
  const plain = contested.size === 0 ? appends : appends.filter(({ stream }) => !contested.has(stream));
  const rest = contested.size === 0 ? [] : appends.filter(({ stream }) => contested.has(stream));
  const tell = (group: readonly Append[], outcomes: readonly AppendOutcome[]): void => {
    for (const [index, append] of group.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined) throw new Error('an append has no outcome');
      const last = outcome.outcome === 'appended' ? outcome.revision : outcome.actual;
      if (last !== NO_STREAM) known.saw(append.stream, last);
      settle(append, outcome);
    }
  };
  if (plain.length > 0) tell(plain, (await appendTogether(client, plain, known)) ?? (await appendEach(client, plain)));
  if (rest.length > 0) tell(rest, await appendEach(client, rest));
}

/** Streams with an append that expects less than is known to be there, or than an append before it in the batch writes. */
function contestedStreams(appends: readonly TextAppend[], known: KnownRevisions): Set<string> {
  const lastHere = new Map<string, number>();
  const contested = new Set<string>();
  for (const { stream, expected, events } of appends) {
    if (expected < (lastHere.get(stream) ?? known.lastOf(stream))) contested.add(stream);
    lastHere.set(stream, expected + events.length);
  }
  return contested;
}
