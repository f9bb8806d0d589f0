import type { Recorded } from '@ledgate/domain/events/codec';
import type { BatchWriter } from '../runner/batch-writer.ts';
import { booleans, numbers, texts } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { LogCounts } from './log-counts.ts';
import { ensurePartitions } from './log-partitions.ts';
import { logRowOf, type LogRowValues } from './log-row-of.ts';
import { ADD_TO_LOG_COUNTS, INSERT_LOG_ROWS, RAISE_WATERMARK } from './statements.ts';

/** Display rows, counts of them by quarters of an hour, and the time before which they are cleaned away. */
export const logs: Projection = { name: 'logs', begin: () => new LogsPart() };

class LogsPart implements BatchPart {
  readonly #rows: LogRowValues[] = [];
  readonly #counts = new LogCounts();
  #cleanedBeforeMs = 0;

  add(recorded: Recorded): void {
    if (recorded.event.type === 'LogsCleaned')
      this.#cleanedBeforeMs = Math.max(this.#cleanedBeforeMs, recorded.event.data.beforeMs);
    const row = logRowOf(recorded);
    if (row === undefined) return;
    this.#rows.push(row);
    this.#counts.add(row, recorded.recordedAtMs);
  }

  async write(writer: BatchWriter): Promise<void> {
    if (this.#cleanedBeforeMs > 0) await writer.run(RAISE_WATERMARK, [this.#cleanedBeforeMs]);
    const rows = this.#rows;
    if (rows.length === 0) return;
    writer.afterCommit(
      await ensurePartitions(
        writer,
        rows.map(({ atMs }) => atMs),
      ),
    );
    await writer.run(INSERT_LOG_ROWS, [
      numbers(rows.map(({ position }) => position)),
      numbers(rows.map(({ atMs }) => atMs)),
      numbers(rows.map(({ type }) => type)),
      numbers(rows.map(({ userId }) => userId)),
      numbers(rows.map(({ tokenId }) => tokenId)),
      numbers(rows.map(({ channelId }) => channelId)),
      texts(rows.map(({ modelName }) => modelName)),
      texts(rows.map(({ groupName }) => groupName)),
      numbers(rows.map(({ quota }) => quota)),
      numbers(rows.map(({ promptTokens }) => promptTokens)),
      numbers(rows.map(({ completionTokens }) => completionTokens)),
      numbers(rows.map(({ durationMs }) => durationMs)),
      booleans(rows.map(({ isStream }) => isStream)),
      texts(rows.map(({ requestId }) => requestId)),
    ]);
    await this.#count(writer);
  }

  async #count(writer: BatchWriter): Promise<void> {
    const sorted = this.#counts.sorted();
    await writer.run(ADD_TO_LOG_COUNTS, [
      numbers(sorted.map(({ userId }) => userId)),
      numbers(sorted.map(({ recordedS }) => recordedS)),
      numbers(sorted.map(({ type }) => type)),
      numbers(sorted.map(({ rows }) => rows)),
      numbers(sorted.map(({ quota }) => quota)),
    ]);
  }
}
