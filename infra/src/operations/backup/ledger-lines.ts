import type { Revision } from '@ledgate/domain/ports/event-store';
import type { EventId } from '@ledgate/domain/shared/ids';
import { z } from 'zod';
import { PAGE_EVENTS } from '../ledger-copy/limits.ts';
import type { Ledger, MovableEvent } from '../ledger-copy/ledger.ts';
import type { LedgerSummary } from '../ledger-copy/ledger-summary.ts';
import { BackupRefused } from './backup-refused.ts';

/** A line of the ledger's file: one event as JSON. `data` is the text that the event was written with. */
const lineSchema = z.strictObject({
  stream: z.string(),
  revision: z
    .int()
    .nonnegative()
    .transform((revision) => revision as Revision),
  id: z.uuid().transform((id) => id as EventId),
  type: z.string(),
  recordedAt: z.string(),
  metadata: z.record(z.string(), z.string()),
  data: z.string(),
});

/** All events in their global order, a line each; `summary` is of what has been written. */
export async function* linesOf(
  ledger: Ledger,
  summary: LedgerSummary,
  onEvents: (events: number) => void,
): AsyncGenerator<string> {
  for await (const page of ledger.pages()) {
    let text = '';
    for (const { stream, revision, id, type, recordedAt, metadata, data } of page) {
      summary.add({ stream, revision, id, type, recordedAt, metadata, data });
      text += `${JSON.stringify({ stream, revision, id, type, recordedAt, metadata, data })}\n`;
    }
    yield text;
    onEvents(summary.events);
  }
}

/** The ledger in such lines, as often as it is asked for. Throws BackupRefused for what is no line of it. */
export const ledgerIn = (open: () => AsyncIterable<Buffer>): Ledger => ({
  async *pages() {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    let [page, rest]: [MovableEvent[], string] = [[], ''];
    for await (const chunk of open()) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      page.push(...lines.map(eventIn));
      if (page.length < PAGE_EVENTS) continue;
      yield page;
      page = [];
    }
    if (rest !== '') throw new BackupRefused("the ledger's file ends in the middle of a line");
    if (page.length > 0) yield page;
  },
});

function eventIn(line: string): MovableEvent {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    throw new BackupRefused(`the ledger's file holds a line that is no event: ${line.slice(0, 80)}`);
  }
}
