import type { Recorded } from '@ledgate/domain/events/codec';
import type { BatchWriter } from '../runner/batch-writer.ts';
import { RowsToInsert } from '../runner/column-table.ts';
import { numbers } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { LOG_COLUMNS } from './log-columns.ts';
import { LogCounts } from './log-counts.ts';
import { LOG_TAG_COLUMNS, type LoggedTag } from './log-tag-columns.ts';
import { ensurePartitions } from './log-partitions.ts';
import { type LoggedEvent, loggedEventOf } from './logged-event.ts';
import { ADD_TO_LOG_COUNTS, INSERT_LOG_ROWS, INSERT_LOG_TAGS, RAISE_WATERMARK } from './sql.ts';
import { tagTextsIn } from './tags-column.ts';

/** Display rows, counts of them by quarters of an hour, and the time before which they are cleaned away. */
export const logs: Projection = { name: 'logs', begin: () => new LogsPart() };

class LogsPart implements BatchPart {
  readonly #rows = new RowsToInsert<LoggedEvent>(LOG_COLUMNS);
  readonly #tags = new RowsToInsert<LoggedTag>(LOG_TAG_COLUMNS);
  #hasTags = false;
  readonly #timesMs: number[] = [];
  readonly #counts = new LogCounts();
  #cleanedBeforeMs = 0;

  add(recorded: Recorded): void {
    if (recorded.event.type === 'LogsCleaned')
      this.#cleanedBeforeMs = Math.max(this.#cleanedBeforeMs, recorded.event.data.beforeMs);
    const logged = loggedEventOf(recorded);
    if (logged === undefined) return;
    this.#rows.add(logged);
    this.#addTags(logged);
    this.#timesMs.push(logged.atMs);
    this.#counts.add(logged, recorded.recordedAtMs);
  }

  #addTags(logged: LoggedEvent): void {
    const { call } = logged;
    if (call === undefined || call.tags === '') return;
    this.#hasTags = true;
    for (const tag of tagTextsIn(call.tags)) this.#tags.add({ ...logged, tag });
  }

  async write(writer: BatchWriter): Promise<void> {
    if (this.#cleanedBeforeMs > 0) await writer.run(RAISE_WATERMARK, [this.#cleanedBeforeMs]);
    if (this.#timesMs.length === 0) return;
    writer.afterCommit(await ensurePartitions(writer, this.#timesMs));
    await writer.run(INSERT_LOG_ROWS, this.#rows.arrays());
    if (this.#hasTags) await writer.run(INSERT_LOG_TAGS, this.#tags.arrays());
    await this.#count(writer);
  }

  async #count(writer: BatchWriter): Promise<void> {
    const sorted = this.#counts.sorted();
    await writer.run(ADD_TO_LOG_COUNTS, [
      numbers(sorted.map(({ accountId }) => accountId)),
      numbers(sorted.map(({ recordedS }) => recordedS)),
      numbers(sorted.map(({ type }) => type)),
      numbers(sorted.map(({ rows }) => rows)),
      numbers(sorted.map(({ amount }) => amount)),
    ]);
  }
}
